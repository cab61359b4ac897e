import type { Node } from 'oxc-parser'
import { type ClassNode, classOf, type FunctionNode, isFunction, keyName } from '../syntax/nodes.ts'
import type { Scopes } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { readDocTypes } from './doc-types.ts'
import { thingOfType } from './members.ts'
import type { Modules } from './modules.ts'
import type { Dialect, Kind } from './values.ts'

/** What types say. */
interface Found {
  isThing(target: Node, kind: Kind, dialect: Dialect): void
  hasMember(owner: ClassNode, name: string, kind: Kind, dialect: Dialect): void
  isHandler(declarator: Node, handler: FunctionNode, dialect: Dialect): void
}

/** Reads the type annotations of TypeScript and of JSDoc comments that name types of Express. */
export function readAnnotations(
  file: SourceFile,
  scopes: Scopes,
  modules: Modules,
  found: Found,
): void {
  const report = (target: Node, kind: Kind | 'handler', dialect: Dialect) => {
    if (kind !== 'handler') {
      found.isThing(target, kind, dialect)
      return
    }
    const declarator = file.parents.get(target)
    if (declarator?.type !== 'VariableDeclarator' || !isFunction(declarator.init)) return
    found.isHandler(declarator, declarator.init, dialect)
  }
  for (const node of file.nodes) {
    if (node.type === 'Identifier' && 'typeAnnotation' in node && node.typeAnnotation) {
      const { typeAnnotation } = node.typeAnnotation as { typeAnnotation: Node }
      const named = typeOf(file, scopes, modules, typeAnnotation)
      if (named) report(node, named.kind, named.dialect)
    } else if (node.type === 'PropertyDefinition' && node.typeAnnotation) {
      const owner = classOf(file, node)
      const name = keyName(node)
      const named = typeOf(file, scopes, modules, node.typeAnnotation.typeAnnotation)
      if (named && named.kind !== 'handler' && owner && name !== undefined) {
        found.hasMember(owner, name, named.kind, named.dialect)
      }
    }
  }
  readDocTypes(file, (target, { specifier, name }) => {
    const dialect = modules.dialectOf(specifier, file)
    const kind = name === '' ? 'factory' : thingOfType(name)
    if (dialect !== undefined && kind) report(target, kind, dialect)
  })
}

/** The thing that a type annotation names, if the type comes from Express. */
function typeOf(
  file: SourceFile,
  scopes: Scopes,
  modules: Modules,
  type: Node,
): { kind: Kind | 'handler'; dialect: Dialect } | undefined {
  if (type.type !== 'TSTypeReference') return undefined
  const { typeName } = type
  const isQualified = typeName.type === 'TSQualifiedName'
  const root = isQualified ? typeName.left : typeName
  if (root.type !== 'Identifier') return undefined
  const binding = scopes.lookup(type, root.name)
  if (binding?.kind !== 'import') return undefined
  const specifier = file.parents.get(binding.identifier)
  const source = specifier && sourceOf(file, specifier)
  if (source === undefined) return undefined
  const dialect = modules.dialectOf(
    source === 'express-serve-static-core' ? 'express' : source,
    file,
  )
  if (dialect === undefined) return undefined
  const imported =
    specifier?.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
      ? specifier.imported.name
      : undefined
  const name = isQualified ? typeName.right.name : imported
  const kind = name === undefined ? undefined : thingOfType(name)
  return kind && { kind, dialect }
}

/** The module that an import names. */
function sourceOf(file: SourceFile, specifier: Node): string | undefined {
  const declaration = file.parents.get(specifier) ?? specifier
  if (declaration.type === 'ImportDeclaration') return declaration.source.value
  if (specifier.type !== 'TSImportEqualsDeclaration') return undefined
  const { moduleReference } = specifier
  return moduleReference.type === 'TSExternalModuleReference'
    ? moduleReference.expression.value
    : undefined
}
