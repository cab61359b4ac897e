import type { CallExpression, Node } from 'oxc-parser'
import type { Dialect } from '../flow/values.ts'
import { bare, isRequire, keyName, memberName, stringValue, textOf } from '../syntax/nodes.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'

/** What rules need to know about specifiers. */
export interface Specifiers {
  dialectOf(specifier: string, from: SourceFile): Dialect | undefined
  /** The dialect of the program that a file belongs to, if that is one of Express. */
  guessFor(file: SourceFile): Dialect | undefined
}

/** Imports and requires of Express name the module of the wanted dialect. */
export function migrateImports(context: Context, file: SourceFile, modules: Specifiers): void {
  for (const node of file.nodes) {
    if (node.type === 'CallExpression') reportReference(context, file, node, modules)
    const source = sourceOf(node)
    const specifier = stringValue(source)
    if (source === undefined || specifier === undefined) continue
    migrateSpecifier(context, file, source, specifier, modules)
  }
  migrateDocTypes(context, file, modules)
}

function migrateSpecifier(
  context: Context,
  file: SourceFile,
  node: Node,
  specifier: string,
  modules: Specifiers,
): void {
  const dialect = modules.dialectOf(specifier, file)
  if (dialect !== undefined) {
    const wanted = moduleFor(context, dialect, specifier)
    if (wanted === specifier) return
    const quote = file.text[node.start] ?? "'"
    context.rewrite(
      'import',
      { file, node, isSure: true },
      {
        text: `'${specifier}' → '${wanted}'`,
        edits: [{ start: node.start, end: node.end, text: `${quote}${wanted}${quote}` }],
      },
    )
    return
  }
  if (context.target !== 'express' && /^express\/.+/.test(specifier)) {
    context.reportStop(
      'import',
      { file, node },
      `'${specifier}' is a file inside of Express. Use the public members of webapp, such as ` +
        'webapp.Router, webapp.request and webapp.response.',
    )
  } else if (/^express\/lib\/(?:router|middleware)(?:\/|$)/.test(specifier)) {
    context.reportStop(
      'import',
      { file, node },
      `'${specifier}' is gone in Express 5: use express.Router, or the package router.`,
    )
  } else if (specifier === 'express-async-errors') {
    context.reportStop(
      'D-016',
      { file, node },
      'rejected promises reach the error handlers without this package: remove it.',
    )
  } else if (specifier === 'express-serve-static-core' && context.target !== 'express') {
    context.report(
      'types',
      { file, node },
      "the types of webapp are in 'webapp' itself. Augment `declare module 'webapp'`, or keep " +
        '@types/express-serve-static-core installed (docs/guide/typescript.md).',
    )
  }
}

/** The module of the dialect that code ends in: never an older one than it was written for. */
export function moduleFor(context: Context, dialect: Dialect, specifier: string): string {
  if (context.target === 'express') return specifier
  const wanted = Math.max(dialect, context.dialect)
  if (wanted === 5) return specifier === 'webapp/v5' ? specifier : 'webapp'
  return `webapp/v${wanted}`
}

/** The node that names a module. */
function sourceOf(node: Node): Node | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return node.source
    case 'ExportNamedDeclaration':
      return node.source ?? undefined
    case 'TSExternalModuleReference':
      return node.expression
    case 'TSImportType':
      return 'source' in node ? (node.source as Node) : undefined
    case 'TSModuleDeclaration':
      return node.id.type === 'Literal' ? node.id : undefined
    case 'CallExpression':
      return isLoader(node.callee) ? node.arguments[0] : undefined
    default:
      return undefined
  }
}

/** `require` and its like, and the functions of test runners that take a module. */
function isLoader(node: Node): boolean {
  if (isRequire(node)) return true
  const callee = bare(node)
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  const name = memberName(callee) ?? ''
  const { name: object } = callee.object
  if (object === 'require') return name === 'resolve'
  if (object === 'mockery') return /^(?:de)?register(?:Mock|Substitute|Allowable)$/.test(name)
  return (object === 'jest' || object === 'vi') && RUNNER.test(name)
}

const RUNNER =
  /^(?:(?:do|un|dont|doUn|deepUn)?mock|setMock|createMockFromModule|genMockFromModule|(?:require|import)(?:Actual|Mock))$/i

/** References to Express that cannot be rewritten. They fail when Express is no longer installed. */
function reportReference(
  context: Context,
  file: SourceFile,
  node: CallExpression,
  modules: Specifiers,
): void {
  const named = namedModule(context, file, node) ?? replacedModule(file, node)
  const dialect = named && modules.dialectOf(named.specifier, file)
  if (named === undefined || dialect === undefined) return
  const wanted = moduleFor(context, dialect, named.specifier)
  if (wanted === named.specifier) return
  context.reportStop(
    'import',
    { file, node: named.at },
    `this names '${named.specifier}': use '${wanted}'.`,
  )
}

interface Reference {
  readonly specifier: string
  readonly at: Node
}

/** `require(name)`, where the name is a constant. */
function namedModule(
  context: Context,
  file: SourceFile,
  node: CallExpression,
): Reference | undefined {
  const [first] = node.arguments
  if (first?.type !== 'Identifier' || !isLoader(node.callee)) return undefined
  const at = constantOf(context.flow.scopesOf(file), first)
  const specifier = stringValue(at)
  return at && specifier !== undefined ? { specifier, at } : undefined
}

/** `proxyquire('./app', { express: fake })` */
function replacedModule(file: SourceFile, node: CallExpression): Reference | undefined {
  const fakes = node.arguments[1] && bare(node.arguments[1])
  if (fakes?.type !== 'ObjectExpression' || !/proxyquire/i.test(textOf(file, node.callee))) {
    return undefined
  }
  const at = fakes.properties.find(
    (each) => each.type === 'Property' && keyName(each) === 'express',
  )
  return at && { specifier: 'express', at }
}

/** `import('express').Request` in JSDoc, and `/// <reference types="express" />`. */
function migrateDocTypes(context: Context, file: SourceFile, modules: Specifiers): void {
  for (const comment of file.comments) {
    const isBlock = comment.type === 'Block'
    if (!comment.value.startsWith(isBlock ? '*' : '/')) continue
    const pattern = isBlock
      ? /\bimport\(\s*(['"])([^'"]+)\1\s*\)/g
      : /<reference\s+types=(['"])([^'"]+)\1/g
    for (const match of comment.value.matchAll(pattern)) {
      const [text, quote = "'", specifier = ''] = match
      const dialect = modules.dialectOf(specifier, file)
      const wanted = dialect && moduleFor(context, dialect, specifier)
      if (wanted === undefined || wanted === specifier) continue
      const start = comment.start + 2 + match.index + text.indexOf(quote)
      const end = start + specifier.length + 2
      const edits = [{ start, end, text: `${quote}${wanted}${quote}` }]
      const words = `'${specifier}' → '${wanted}' in a comment`
      context.add({ id: 'import', file, start, end, text: words, edits, stopsStart: false })
    }
  }
}
