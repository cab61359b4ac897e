import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  enclosingFunction,
  isSimple,
  isSurelyText,
  parameterName,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { argumentsStart, type MethodCall, removeArgument, replace } from './calls.ts'
import type { Context } from './context.ts'
import { isNamedStatus, isStatusText, numberness, statusText } from './response-status.ts'

/** D-037, D-038, D-074 */
export function migrateRedirect(context: Context, call: MethodCall, subject: Subject): void {
  const [first, second] = call.given ?? []
  if (first === undefined) return
  if (second === undefined) {
    migrateAddress(context, call, first, subject)
    return
  }
  const isSwapped = isUrlFirst(context, call.file, first, second)
  if (context.moves(subject.dialect, 5)) {
    if (isSwapped && !isSimple(second)) {
      context.report('D-037', call, 'the status comes first in 5.x: res.redirect(status, url).')
      return
    }
    if (isSwapped) {
      swapArguments(context, call, { url: first, status: second, isSure: subject.isSure })
    } else {
      reportOrder(context, call, first, second)
    }
  }
  migrateAddress(context, call, isSwapped ? first : second, subject)
}

/** D-037: without a number at its place, 3.x and 4.x take the second argument for the status. */
function reportOrder(context: Context, call: MethodCall, first: Node, second: Node): void {
  if (isStatusLike(context, call.file, first)) return
  const isUrl = isSurelyText(second) && !isStatusText(second)
  const isFirst = numberness(context, call.file, first) === undefined
  // If the second is an address, only a number before it works, in any dialect.
  if (isUrl && isFirst) return
  context.report('D-037', call, 'check that the status comes first: 5.x takes no other order.')
}

/** D-038, D-074 */
export function migrateLocation(context: Context, call: MethodCall, subject: Subject): void {
  const [url] = call.given ?? []
  if (url !== undefined) migrateAddress(context, call, url, subject)
}

/** Whether the address comes first: 3.x and 4.x decide by the type of the first argument. */
function isUrlFirst(context: Context, file: SourceFile, first: Node, second: Node): boolean {
  if (isStatusLike(context, file, first)) return false
  if (numberness(context, file, second) === 'number') return true
  const isText = numberness(context, file, first) === 'other'
  return isText && (isNamedStatus(second) || isStatusText(second))
}

function isStatusLike(context: Context, file: SourceFile, node: Node): boolean {
  return numberness(context, file, node) === 'number' || isNamedStatus(node)
}

/** D-037 */
function swapArguments(
  context: Context,
  { file, node }: MethodCall,
  { url, status, isSure }: { url: Node; status: Node; isSure: boolean },
): void {
  const code = statusText(file, status)
  const start = argumentsStart(file, node)
  context.rewrite(
    'D-037',
    { file, node, isSure },
    {
      text: `res.redirect(${textOf(file, url)}, ${code}) → res.redirect(${code}, …)`,
      edits: [{ start, end: start, text: `${code}, ` }, removeArgument(file, url, status)],
    },
  )
}

function migrateAddress(context: Context, call: MethodCall, url: Node, subject: Subject): void {
  if (context.moves(subject.dialect, 5) && backsIn(url).length > 0) {
    rewriteBack(context, call, url, subject)
  } else if (context.moves(subject.dialect, 5) && isNamedBack(context, call.file, url)) {
    context.report(
      'D-038',
      call,
      `'back' is an address like any other in 5.x: write ${requestBeside(context, call)}.get('Referrer') || '/'.`,
    )
  } else {
    migrateRelative(context, call, url, subject)
  }
}

/** The places of an expression that make it 'back': `url || 'back'`, `ok ? '/' : 'back'`. */
function backsIn(node: Node): { literal: Node; isOperand: boolean }[] {
  const value = bare(node)
  if (stringValue(value) === 'back') return [{ literal: value, isOperand: false }]
  if (value.type === 'ConditionalExpression') {
    return [...backsIn(value.consequent), ...backsIn(value.alternate)]
  }
  if (value.type !== 'LogicalExpression') return []
  // `||` may follow `||`, but not `??` or `&&`.
  const isOperand = value.operator !== '||'
  return backsIn(value.right).map((each) => ({ ...each, isOperand: each.isOperand || isOperand }))
}

/** A constant for 'back'. */
function isNamedBack(context: Context, file: SourceFile, url: Node): boolean {
  return stringValue(constantOf(context.flow.scopesOf(file), bare(url))) === 'back'
}

/** D-038 */
function rewriteBack(context: Context, call: MethodCall, url: Node, { isSure }: Subject): void {
  const { file, node, name } = call
  const req = requestBeside(context, call)
  const targetFor = (literal?: Node) =>
    `${req}.get(${quoted(file, 'Referrer', literal)}) || ${quoted(file, '/', literal)}`
  const edits = backsIn(url).map(({ literal, isOperand }) => {
    const target = targetFor(literal)
    return replace(literal, isOperand ? `(${target})` : target)
  })
  const text = `res.${name}('back') → res.${name}(${targetFor()})`
  context.rewrite('D-038', { file, node, isSure }, { text, edits })
}

/** D-074: only 3.x resolves relative addresses. */
function migrateRelative(
  context: Context,
  call: MethodCall,
  url: Node,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 4)) return
  const start = stringValue(bare(url)) ?? startOf(bare(url))
  if (start !== undefined && /^(?:\/|[a-z][a-z+.-]*:)/i.test(start)) return
  if (start === 'back') return
  if (start === undefined) {
    context.report(
      'D-074',
      call,
      'the address is sent unchanged from 4.x on: 3.x resolves a name against the mount path; ' +
        "if this is one, write req.app.path() + '/' before it.",
    )
    return
  }
  const req = requestBeside(context, call)
  const [slash, mark] = ['/', '?'].map((each) => quoted(call.file, each, bare(url)))
  const folder = `${req}.originalUrl.split(${mark})[0].replace(/\\/?$/, ${slash})`
  const [before, after] = start.startsWith('.')
    ? [
        `${context.importName(call.file, 'node:url', { wanted: 'url', at: url })}.resolve(${folder}, `,
        ')',
      ]
    : [`${req}.app.path() + ${slash} + `, '']
  const text = textOf(call.file, url)
  context.rewrite(
    'D-074',
    { ...call, isSure },
    {
      text: `${text} → ${before}${text}${after}`,
      edits: [
        { start: url.start, end: url.start, text: before },
        { start: url.end, end: url.end, text: after },
      ],
    },
  )
}

/** The text that an address starts with, if it is a template or a sum. */
function startOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked || undefined
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return stringValue(bare(node.left)) ?? startOf(bare(node.left))
  }
  return undefined
}

/** The request of the handler whose response this is. */
function requestBeside(context: Context, { file, object, node }: MethodCall): string {
  const root = rootOf(object)
  const scopes = context.flow.scopesOf(file)
  const binding = root.type === 'Identifier' ? scopes.lookup(root, root.name) : undefined
  const owner = binding && enclosingFunction(file, binding.identifier)
  const parameter = owner?.params.find(
    (each) => each.type === 'Identifier' && context.subject(file, each, 'req'),
  )
  const name = parameterName(parameter)
  if (name !== undefined && parameter && scopes.lookup(node, name)?.identifier === parameter) {
    return name
  }
  return `${textOf(file, root)}.req`
}

/** The response at the start of a chain: `res` in `res.status(404).type('txt')`. */
function rootOf(node: Node): Node {
  const value = bare(node)
  if (value.type !== 'CallExpression') return value
  const callee = bare(value.callee)
  return callee.type === 'MemberExpression' ? rootOf(callee.object) : value
}
