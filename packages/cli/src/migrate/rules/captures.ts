import type { MemberExpression, Node } from 'oxc-parser'
import type { Capture } from '../patterns/convert.ts'
import { type FunctionNode, isWritten, keyName, memberName, textOf } from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { replace, statementGuard } from './calls.ts'
import type { Context } from './context.ts'
import { memberSource, ownerOfPattern } from './request-members.ts'

/** The captures that each handler finds under another name, for `req.params[0]`. */
export type Captures = Map<FunctionNode, Capture[][]>

/** Captures by number, and parameters that became wildcards: `req.params[0]`, `req.params.path`. */
export function migrateCapture(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  captures: Captures,
): void {
  const { object } = node
  const key = memberName(node)
  const source = key === undefined ? undefined : memberSource(context, file, object, 'params')
  if (key === undefined || source === undefined) return
  const { subject, owner } = source
  if (!context.moves(subject.dialect, 5)) return
  const known = (owner && captures.get(owner)) ?? []
  const found = known.flatMap((each) => each.filter((capture) => capture.key === key))
  if (found.length === 0) {
    if (/^\d+$/.test(key)) reportNumber(context, file, node, known)
    return
  }
  const [capture] = found as [Capture]
  const isSame = ({ name, prefix }: Capture) => name === capture.name && prefix === capture.prefix
  if (found.length < known.length || !found.every(isSame) || isWritten(file, node)) {
    context.report(
      'D-001',
      { file, node },
      `this handler serves several paths. A wildcard is an array in 5.x: req.params.${capture.name}.`,
    )
    return
  }
  const params = textOf(file, object)
  const isNumber = /^\d/.test(capture.name)
  const member = isNumber ? `[${quoted(file, capture.name)}]` : `.${capture.name}`
  // The type Request of a handler in another place says that every parameter is a string.
  const list = `${params}${member} ?? []`
  const slash = quoted(file, '/')
  const joined = file.isTypeScript ? `[${list}].flat().join(${slash})` : `(${list}).join(${slash})`
  const value = capture.prefix ? `\`${capture.prefix}\${${joined}}\`` : joined
  const text = statementGuard(file, node, value) + value
  context.rewrite(
    'D-001',
    { file, node, isSure: subject.isSure },
    { text: `${textOf(file, node)} → ${text}`, edits: [replace(node, text)] },
  )
}

function reportNumber(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  known: readonly Capture[][],
): void {
  // The captures of a regular expression keep their numbers.
  if (known.length > 0 && known.every((each) => each.length === 0)) return
  context.report(
    'D-001',
    { file, node },
    'in 5.x only regular expressions have captures by number. A wildcard has a name and is an ' +
      "array: (req.params.splat ?? []).join('/').",
  )
}

/** All parameters of a request at once, such as `res.json(req.params)`, with wildcards among them. */
export function reportWholeParams(
  context: Context,
  file: SourceFile,
  node: Node,
  captures: Captures,
): void {
  const isMember = node.type === 'MemberExpression' && memberName(node) === 'params'
  if (!isMember && !(node.type === 'Identifier' && node.name === 'params')) return
  const parent = file.parents.get(node)
  const isArgument = parent?.type === 'CallExpression' && parent.callee !== node
  if (!isArgument && parent?.type !== 'SpreadElement') return
  const owner = memberSource(context, file, node, 'params')?.owner
  const [changed] = ((owner && captures.get(owner)) ?? []).flat()
  if (changed === undefined) return
  context.report(
    'D-001',
    { file, node },
    `${textOf(file, node)} has other contents in 5.x: a wildcard has a name and is an array, ` +
      `req.params.${changed.name}.`,
  )
}

/** Parameters that became wildcards and are read by destructuring. */
export function reportDestructured(
  context: Context,
  file: SourceFile,
  node: Node,
  captures: Captures,
): void {
  if (node.type !== 'ObjectPattern') return
  const owner = ownerOfParamsPattern(context, file, node)
  const changed = ((owner && captures.get(owner)) ?? []).flat()
  const names = node.properties.flatMap((each) => {
    if (each.type !== 'Property') return []
    const key = textOf(file, each.key).replace(/^['"]|['"]$/g, '')
    const capture = changed.find((each) => each.key === key)
    return capture ? [capture.name] : []
  })
  if (names.length === 0) return
  context.report(
    'D-001',
    { file, node },
    `a wildcard is an array with a name in 5.x: req.params.${names.join(', req.params.')}.`,
  )
}

/** The handler whose parameters a pattern takes apart: `{ 0: path } = req.params`. */
function ownerOfParamsPattern(
  context: Context,
  file: SourceFile,
  pattern: Node,
): FunctionNode | undefined {
  const parent = file.parents.get(pattern)
  if (parent?.type === 'VariableDeclarator') {
    return parent.init ? memberSource(context, file, parent.init, 'params')?.owner : undefined
  }
  if (parent?.type !== 'Property' || keyName(parent) !== 'params') return undefined
  const outer = file.parents.get(parent)
  const isRequest = outer !== undefined && context.subject(file, outer, 'req') !== undefined
  return isRequest ? ownerOfPattern(context, file, outer) : undefined
}
