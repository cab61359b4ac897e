import type { Node } from 'oxc-parser'
import { VERBS } from '../flow/members.ts'
import { convertPattern } from '../patterns/convert.ts'
import { ledgerId } from '../patterns/ledger-id.ts'
import { bare, isFunction, isRequire, stringValue, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { MethodCall } from './calls.ts'
import type { Context } from './context.ts'
import type { Specifiers } from './imports.ts'
import { isOldPattern } from './loose-paths.ts'

/** Patterns of 4.x in `thing.get('/a/:b?', handler)`, where it is not known what the thing is. */
export function reportUnknownReceiver(
  context: Context,
  call: MethodCall,
  modules: Specifiers,
): void {
  const { file, callee, object, name, given } = call
  const [path, ...others] = given ?? []
  const text = stringValue(path)
  if (text === undefined || !isOldPattern(text) || !(VERBS.has(name) || name === 'use')) return
  if (!others.some((each) => isFunctionLike(context, file, each))) return
  const dialect = modules.guessFor(file)
  if (dialect === undefined || !context.moves(dialect, 5)) return
  if (isKnown(context, file, object) || context.flow.valuesOf(file, callee).size > 0) return
  const conversion = convertPattern(text, { dialect, isMount: name === 'use' })
  if (conversion.type === 'same') return
  const written = conversion.type === 'string' ? `'${conversion.pattern}'` : 'another form'
  context.reportStop(
    ledgerId(text),
    call,
    `'${text}' looks like a pattern of ${dialect}.x. If ${textOf(file, object)} is an application ` +
      `or a router of Express, write ${written}: 5.x throws for this one.`,
  )
}

function isFunctionLike(context: Context, file: SourceFile, node: Node): boolean {
  if (isFunction(bare(node))) return true
  return [...context.flow.valuesOf(file, node)].some(({ type }) => type === 'code')
}

const KNOWN: ReadonlySet<string> = new Set(['thing', 'foreign'])

/** A part of Express, which other rules treat, or something of another package. */
function isKnown(context: Context, file: SourceFile, receiver: Node): boolean {
  if ([...context.flow.valuesOf(file, receiver)].some(({ type }) => KNOWN.has(type))) return true
  return isForeign(context, file, receiver)
}

/** Whether an expression comes from a package, such as `axios` or `request(app)`, or is a global. */
function isForeign(context: Context, file: SourceFile, node: Node): boolean {
  const root = rootOf(node)
  if (root.type === 'CallExpression') return isPackage(stringValue(root.arguments[0]))
  if (root.type !== 'Identifier') return false
  const binding = context.flow.scopesOf(file).lookup(root, root.name)
  if (binding === undefined) return true
  const declaration = declarationOf(file, binding.identifier)
  if (declaration?.type === 'ImportDeclaration') return isPackage(declaration.source.value)
  const init = declaration?.type === 'VariableDeclarator' ? declaration.init : undefined
  // A variable that is declared by a later one could lead back here.
  return !!init && init.end <= root.start && isForeign(context, file, init)
}

function isPackage(specifier: string | undefined): boolean {
  return specifier !== undefined && !/^[./]/.test(specifier)
}

/** The declaration of a variable or the import of a name, also of `{ get }`. */
function declarationOf(file: SourceFile, identifier: Node): Node | undefined {
  let at = file.parents.get(identifier)
  while (at && /^(?:Property|ObjectPattern|Import\w*Specifier)$/.test(at.type)) {
    at = file.parents.get(at)
  }
  return at
}

/** The start of a chain: a name, `this`, or a call of `require`. */
function rootOf(node: Node): Node {
  const value = bare(node)
  if (value.type === 'MemberExpression') return rootOf(value.object)
  if (value.type === 'AwaitExpression') return rootOf(value.argument)
  if (value.type === 'NewExpression') return rootOf(value.callee)
  if (value.type !== 'CallExpression' || isRequire(value.callee)) return value
  return rootOf(value.callee)
}
