import { types } from 'node:util'

/** The parts of a stack around its message. A request may have chosen the message. */
export interface StackParts {
  /** The place of a syntax error, which Node writes before the message; may be empty. */
  readonly place: string
  /** The lines below the message; `undefined` if it is not known where the message ends. */
  readonly below: string | undefined
}

/**
 * Splits a stack at the message of its error, which may have lines that look like frames.
 * `undefined` if it is not known where the message ends: the stack is not the one that V8 wrote, or
 * the message was replaced after that.
 */
export function splitStack(error: unknown, stack: string): StackParts | undefined {
  try {
    if (!hasStackOfV8(error)) return undefined
    // A name may look like a place, so the whole stack comes first.
    const place = (error instanceof SyntaxError && PLACE.exec(stack)?.[0]) || ''
    return splitAt(error, stack, '') ?? (place === '' ? undefined : splitAt(error, stack, place))
  } catch {
    // A getter of the error has thrown.
    return undefined
  }
}

/** Node writes the place of a syntax error before the message: file, line of code, caret. */
const PLACE = /^[^\n]+:\d+\n[^\n]*\n[ \t]*\^+[ \t]*\n\n?(?=SyntaxError)/

/** Whether V8 may have written the stack. A parsed JSON body can have a stack, too. */
function hasStackOfV8(error: unknown): error is ErrorLike {
  if (typeof error !== 'object' || error === null) return false
  const own = Object.getOwnPropertyDescriptor(error, 'stack')
  // `Error.captureStackTrace` also writes a stack into other objects.
  return own === undefined ? types.isNativeError(error) : own.enumerable !== true
}

type ErrorLike = Partial<Pick<Error, 'name' | 'message'>>

function splitAt(error: ErrorLike, stack: string, place: string): StackParts | undefined {
  const text = stack.slice(place.length)
  const head = headsOf(error, text).find(
    (each) => text.startsWith(each) && [undefined, '\n'].includes(text[each.length]),
  )
  return head === undefined ? undefined : { place, below: text.slice(head.length) }
}

/**
 * The beginnings that a stack may have. A constructor may set the name after V8 wrote the stack, and
 * Node adds the code of its own errors to the name.
 */
function headsOf(error: ErrorLike, stack: string): string[] {
  const name = String(error.name)
  const message = String(error.message ?? '')
  const written = /^[\w$.]+(?: \[[\w$.]+\])?/.exec(stack)?.[0]
  const names = [name, ...(written === undefined ? [] : [written])]
  if (message === '') return names
  const heads = names.filter((each) => each !== '').map((each) => `${each}: ${message}`)
  return [...heads, message, ...extendedHead(stack, message)]
}

const FRAME_LINE = /^\s+at /m

/** The beginning with a message that the program has extended since, as in `${task}: ${message}`. */
function extendedHead(stack: string, message: string): string[] {
  const head = stack.slice(0, Math.max(0, stack.search(/\n\s+at /)))
  const before = /^[\w$.]+(?: \[[\w$.]+\])?: (.+)$/s.exec(head)?.[1]
  if (before === undefined || FRAME_LINE.test(message)) return []
  return message.includes(before) ? [head] : []
}
