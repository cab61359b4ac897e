import { types } from 'node:util'

/**
 * The lines of a stack below the message of its error. A request may have chosen the message, with
 * lines that look like frames. `undefined` if it is not known where the message ends: the stack is
 * not the one that V8 wrote, or the message was changed after that.
 */
export function belowMessage(error: unknown, stack: string): string | undefined {
  try {
    if (!hasStackOfV8(error)) return undefined
    const text = stack.replace(SYNTAX_ERROR_PLACE, '')
    const head = headsOf(error, text).find(
      (each) => text.startsWith(each) && [undefined, '\n'].includes(text[each.length]),
    )
    return head === undefined ? undefined : text.slice(head.length)
  } catch {
    // A getter of the error has thrown.
    return undefined
  }
}

/** Node writes the place of a syntax error before the message: file, line of code, caret. */
const SYNTAX_ERROR_PLACE = /^[^\n]+:\d+\n[^\n]*\n[ \t]*\^+[ \t]*\n\n?(?=SyntaxError)/

/** Whether V8 may have written the stack. A parsed JSON body can have a stack, too. */
function hasStackOfV8(error: unknown): error is Error {
  const isNative = types.isNativeError(error)
  if (!isNative && !(error instanceof Error)) return false
  const own = Object.getOwnPropertyDescriptor(error, 'stack')
  return own === undefined ? isNative : own.enumerable !== true
}

/**
 * The beginnings that a stack may have. A constructor may set the name after V8 wrote the stack, and
 * Node adds the code of its own errors to the name.
 */
function headsOf(error: Error, stack: string): string[] {
  const name = String(error.name)
  const message = String(error.message)
  const written = /^[\w$.]+(?: \[[\w$.]+\])?/.exec(stack)?.[0]
  const names = [name, ...(written === undefined ? [] : [written])]
  if (message === '') return names
  return [...names.filter((each) => each !== '').map((each) => `${each}: ${message}`), message]
}
