import type { Node } from 'oxc-parser'
import type { Dialect } from '../flow/values.ts'
import { bare, memberName, stringValue } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'

/** What rules need to know about specifiers. */
export interface Specifiers {
  dialectOf(specifier: string, from: SourceFile): Dialect | undefined
}

/** Imports and requires of Express name the module of the wanted dialect. */
export function migrateImports(context: Context, file: SourceFile, modules: Specifiers): void {
  for (const node of file.nodes) {
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
    context.report(
      'import',
      { file, node },
      `'${specifier}' is a file inside of Express. Use the public members of webapp, such as ` +
        'webapp.Router, webapp.request and webapp.response.',
    )
  } else if (/^express\/lib\/(?:router|middleware)(?:\/|$)/.test(specifier)) {
    context.report(
      'import',
      { file, node },
      `'${specifier}' is gone in Express 5: use express.Router, or the package router.`,
    )
  } else if (specifier === 'express-async-errors') {
    context.report(
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

/** `require`, `require.resolve`, and the functions of test runners that take a module. */
function isLoader(node: Node): boolean {
  const callee = bare(node)
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false
  const name = memberName(callee) ?? ''
  const { name: object } = callee.object
  if (object === 'require') return name === 'resolve'
  const isRunner = object === 'jest' || object === 'vi'
  return isRunner && /^(?:do|un|dontM|doUnm)?mock$|^(?:require|import)(?:Actual|Mock)$/i.test(name)
}

/** Types in JSDoc comments: `import('express').Request`. */
function migrateDocTypes(context: Context, file: SourceFile, modules: Specifiers): void {
  for (const comment of file.comments) {
    if (comment.type !== 'Block' || !comment.value.startsWith('*')) continue
    for (const match of comment.value.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)/g)) {
      const [text, quote = "'", specifier = ''] = match
      const dialect = modules.dialectOf(specifier, file)
      const wanted = dialect && moduleFor(context, dialect, specifier)
      if (wanted === undefined || wanted === specifier) continue
      const start = comment.start + 2 + match.index + text.indexOf(quote)
      const end = start + specifier.length + 2
      const edits = [{ start, end, text: `${quote}${wanted}${quote}` }]
      const words = `'${specifier}' → '${wanted}' in a comment`
      context.spots.push({ id: 'import', file, start, end, text: words, edits })
    }
  }
}
