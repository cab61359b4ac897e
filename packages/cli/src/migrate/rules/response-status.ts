import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { NUMBER, type Value } from '../flow/values.ts'
import {
  bare,
  isSimple,
  isSurelyNoNumber,
  isSurelyNumber,
  isSurelyText,
  memberName,
  numberValue,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import {
  findOutsideComments,
  insertCall,
  type MethodCall,
  removeArgument,
  renameMember,
  replace,
} from './calls.ts'
import type { Context } from './context.ts'

/** D-033, D-034, D-035: a status among the arguments of `send`, `json` and `jsonp`. */
export function migrateStatusForm(context: Context, call: MethodCall, subject: Subject): void {
  const { name, given } = call
  if (given === undefined || !context.moves(subject.dialect, 5)) return
  const [first, second] = given
  if (first === undefined || given.length > 2) return
  if (second !== undefined)
    migrateTwoArguments(context, call, { first, second, isSure: subject.isSure })
  else if (name === 'send') migrateOnlyArgument(context, call, first, subject)
}

/** D-033 */
function migrateOnlyArgument(
  context: Context,
  { file, node, callee }: MethodCall,
  argument: Node,
  { isSure }: Subject,
): void {
  const shown = textOf(file, argument)
  if (isNumber(context, file, argument)) {
    context.rewrite(
      'D-033',
      { file, node, isSure },
      {
        text: `res.send(${shown}) → res.sendStatus(${shown})`,
        edits: [renameMember(callee, file, 'sendStatus')],
      },
    )
  } else if (mayBeStatus(argument) || context.flow.valuesOf(file, argument).has(NUMBER)) {
    context.report(
      'D-033',
      { file, node },
      `if ${shown} is a number, 5.x sends it as JSON with the status 200. ` +
        `Write res.sendStatus(${shown}).`,
    )
  }
}

/** D-034, D-035 */
function migrateTwoArguments(
  context: Context,
  { file, node, callee, name }: MethodCall,
  { first, second, isSure }: { first: Node; second: Node; isSure: boolean },
): void {
  const id = name === 'send' ? 'D-034' : 'D-035'
  const where = { file, node, isSure }
  const order = statusOrder(context, file, { name, first, second })
  if (order === 'none') {
    const advice = name === 'send' && isSurelyText(first) ? ' Did you mean res.render?' : ''
    context.report(
      id,
      where,
      `none of the arguments of res.${name} is a status, which 3.x and 4.x take the first for. ` +
        `5.x ignores the second one.${advice}`,
    )
  } else if (order === undefined) {
    context.report(
      id,
      where,
      `5.x ignores the second argument of res.${name}. If one of them is the status, write ` +
        `res.status(…).${name}(…).`,
    )
  } else if (order === 'first') {
    const status = statusText(file, first)
    const comma = findOutsideComments(file, ',', first.end)
    const gap = file.text[comma + 1] === ' ' ? 2 : 1
    context.rewrite(id, where, {
      text: `res.${name}(${textOf(file, first)}, …) → res.status(${status}).${name}(…)`,
      edits: [
        renameMember(callee, file, 'status'),
        ...(status === textOf(file, first) ? [] : [replace(first, status)]),
        { start: comma, end: comma + gap, text: `).${name}(` },
      ],
    })
  } else if (isSimple(second)) {
    const status = textOf(file, second)
    context.rewrite(id, where, {
      text: `res.${name}(…, ${status}) → res.status(${status}).${name}(…)`,
      edits: [insertCall(file, callee, `status(${status})`), removeArgument(file, first, second)],
    })
  } else {
    context.report(id, where, `the status comes first in 5.x: res.status(…).${name}(…).`)
  }
}

/**
 * Which argument is the status. 3.x and 4.x decide by types: `send` takes the second if it is the only
 * number, `json` if it is a number, and both take the first in all other cases, number or not. A status
 * that is text works there if it is a number in quotes, but 5.x throws for it.
 */
function statusOrder(
  context: Context,
  file: SourceFile,
  { name, first, second }: { name: string; first: Node; second: Node },
): 'first' | 'second' | 'none' | undefined {
  const [one, other] = [first, second].map((node) => numberness(context, file, node))
  if (other === 'number') {
    if (name !== 'send' || one === 'other') return 'second'
    if (one === 'number') return 'first'
    return isNamedStatus(first) ? undefined : 'second'
  }
  if (one === 'other') {
    if (isStatusText(first)) return other === 'other' ? 'first' : undefined
    if (isNamedStatus(second)) return 'second'
    return other === 'other' ? 'none' : undefined
  }
  if (one === 'number') {
    if (name === 'send') return 'first'
    return isNamedStatus(second) ? undefined : 'first'
  }
  if (other === 'other') return isNamedStatus(first) || isCode(first) ? 'first' : undefined
  return isNamedStatus(first) && !isNamedStatus(second) ? 'first' : undefined
}

/** Whether a value is certainly a number, certainly something else, or neither of them. */
export function numberness(
  context: Context,
  file: SourceFile,
  node: Node,
): 'number' | 'other' | undefined {
  const value = bare(node)
  if (value.type === 'ConditionalExpression') {
    const [one, other] = [value.consequent, value.alternate].map((each) =>
      numberness(context, file, each),
    )
    return one === other ? one : undefined
  }
  const known = constantOf(context.flow.scopesOf(file), value) ?? value
  if (isSurelyNumber(known)) return 'number'
  if (isSurelyNoNumber(known)) return 'other'
  const values = [...context.flow.valuesOf(file, value)]
  const isObject = ({ type }: Value) => type === 'thing' || type === 'code' || type === 'bag'
  return values.length > 0 && values.every(isObject) ? 'other' : undefined
}

/** A status in quotes. */
export function isStatusText(node: Node): boolean {
  return /^[1-9]\d\d$/.test(stringValue(bare(node)) ?? '')
}

/** A status as 5.x wants it: a number. */
export function statusText(file: SourceFile, node: Node): string {
  return isStatusText(node) ? (stringValue(bare(node)) ?? '') : textOf(file, node)
}

/** Names such as `code` and `error.code`, which say little without a body beside them. */
function isCode(node: Node): boolean {
  const value = bare(node)
  const name = value.type === 'MemberExpression' ? memberName(value) : undefined
  return /^(?:\w*_)?code$|Code$/.test(value.type === 'Identifier' ? value.name : (name ?? ''))
}

/** A number, a constant for one, or a choice between numbers: `ok ? 200 : 404`. */
function isNumber(context: Context, file: SourceFile, node: Node): boolean {
  const value = bare(node)
  if (value.type === 'ConditionalExpression') {
    return [value.consequent, value.alternate].every((each) => isNumber(context, file, each))
  }
  return isSurelyNumber(constantOf(context.flow.scopesOf(file), value) ?? value)
}

/** A value whose name says that it is a status: `ok || err.status`. */
function mayBeStatus(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'LogicalExpression') return isNamedStatus(value.right)
  if (value.type === 'Identifier' && value.name === 'code') return true
  if (value.type !== 'ConditionalExpression') return isNamedStatus(value)
  return [value.consequent, value.alternate].some(mayBeStatus)
}

/** Names that programs give to a status code. */
export function isNamedStatus(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'MemberExpression') return isStatusName(memberName(value))
  return value.type === 'Identifier' && isStatusName(value.name)
}

function isStatusName(name: string | undefined): boolean {
  return (
    name !== undefined && /^(?:http_?)?status(?:_?code)?$|^(?:http|response)_?code$/i.test(name)
  )
}

/** D-036 */
export function migrateStatus(
  context: Context,
  call: MethodCall,
  { dialect, isSure }: Subject,
): void {
  const [code] = call.given ?? []
  if (code === undefined || !context.moves(dialect, 5)) return
  const { file, node } = call
  const text = stringValue(code)
  const status = numberValue(code)
  if (isStatusText(code)) {
    const written = statusText(file, code)
    context.rewrite(
      'D-036',
      { file, node, isSure },
      {
        text: `res.status('${written}') → res.status(${written})`,
        edits: [replace(code, written)],
      },
    )
  } else if (text !== undefined || (status !== undefined && !isStatus(status))) {
    const shown = textOf(file, code)
    context.report(
      'D-036',
      call,
      `5.x throws for res.status(${shown}): the code must be an integer from 100 to 999.`,
    )
  }
}

function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 100 && status <= 999
}
