import type { ImportDeclaration, Node } from 'oxc-parser'
import { isClass } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Analysis } from './analysis.ts'
import { FACTORY_MEMBERS } from './members.ts'
import type { ValueStore } from './value-store.ts'
import { bagAt, code, type Values } from './values.ts'

/** Adds the values that an import or an export carries. */
export function carryModule(analysis: Analysis, file: SourceFile, node: Node): void {
  const { store, evaluator, assignments } = analysis
  switch (node.type) {
    case 'ImportDeclaration':
      carryImport(analysis, file, node)
      return
    case 'TSImportEqualsDeclaration':
      if (node.moduleReference.type === 'TSExternalModuleReference') {
        const { expression } = node.moduleReference
        assignments.bind(file, node.id, evaluator.valuesOfModule(file, expression.value))
      }
      return
    case 'ExportNamedDeclaration':
      carryNamedExport(analysis, file, node)
      return
    case 'ExportAllDeclaration':
      carryAllExports(store, file, evaluator.valuesOfModule(file, node.source.value))
      return
    case 'ExportDefaultDeclaration':
      store.addNamedExport(file, 'default', valuesOfDefault(analysis, file, node.declaration))
      return
    case 'TSExportAssignment':
      store.addExports(file, evaluator.valuesOf(file, node.expression))
      return
    default:
  }
}

function carryImport(analysis: Analysis, file: SourceFile, node: ImportDeclaration): void {
  const { store, evaluator, assignments } = analysis
  const values = evaluator.valuesOfModule(file, node.source.value)
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ImportSpecifier') {
      const named = store.membersNamed(values, exportedName(specifier.imported))
      assignments.bind(file, specifier.local, named)
    } else if (specifier.type === 'ImportNamespaceSpecifier') {
      assignments.bind(file, specifier.local, values)
    } else {
      // A CommonJS file is its own default export.
      const named = store.membersNamed(values, 'default')
      assignments.bind(file, specifier.local, named.size > 0 ? named : values)
    }
  }
}

function carryNamedExport(
  { store, evaluator }: Analysis,
  file: SourceFile,
  node: Extract<Node, { type: 'ExportNamedDeclaration' }>,
): void {
  const { declaration, source } = node
  if (declaration?.type === 'VariableDeclaration') {
    for (const { id } of declaration.declarations) {
      if (id.type === 'Identifier')
        store.addNamedExport(file, id.name, evaluator.valuesOf(file, id))
    }
  } else if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier') {
    const { id } = declaration
    store.addNamedExport(file, id.name, evaluator.valuesOf(file, id))
  }
  const from = source ? evaluator.valuesOfModule(file, source.value) : undefined
  for (const { local, exported } of node.specifiers) {
    const values = from
      ? store.membersNamed(from, exportedName(local))
      : evaluator.valuesOf(file, local)
    store.addNamedExport(file, exportedName(exported), values)
  }
}

/** `export * from` passes on everything but the default export. */
export function carryAllExports(store: ValueStore, file: SourceFile, from: Values): void {
  for (const value of from) {
    if (value.type === 'thing') {
      for (const name of FACTORY_MEMBERS) {
        store.addNamedExport(file, name, store.membersNamed(new Set([value]), name))
      }
    }
    for (const [name, values] of store.membersOf(value)) {
      if (name !== 'default') store.addNamedExport(file, name, values)
    }
  }
}

function valuesOfDefault({ evaluator }: Analysis, file: SourceFile, declaration: Node): Values {
  if (declaration.type === 'FunctionDeclaration') return new Set([code(file, declaration)])
  if (isClass(declaration)) return new Set([bagAt(file, declaration)])
  return evaluator.valuesOf(file, declaration)
}

/** A name between the braces of an import or an export: `a`, or `'a-b'` in quotes. */
function exportedName(
  node: { type: 'Identifier'; name: string } | { type: 'Literal'; value: string },
): string {
  return node.type === 'Literal' ? node.value : node.name
}
