import { inspect, types } from 'node:util'
import type { ErrorDescription } from '../settings.ts'
import { parseFrames } from './frames.ts'
import { maskValue } from './mask.ts'
import type { Project } from './project.ts'
import { splitStack } from './stack-head.ts'

/** A chain of causes may be long, or a circle. */
const MAX_CAUSES = 8
const MAX_TEXT = 20_000

/** Describes any thrown value. Getters of the value may throw, so each is read on its own. */
export function describeError(
  error: unknown,
  project: Project,
  known: readonly unknown[] = [],
): ErrorDescription {
  const whole = read(error, 'stack')
  const stack = textOf(whole)
  const parts = typeof whole === 'string' ? splitStack(error, whole) : undefined
  const cause = read(error, 'cause')
  const isNew = cause !== undefined && cause !== null && ![...known, error].includes(cause)
  return {
    name: nameOf(error),
    message: messageOf(error),
    code: codeOf(error),
    stack,
    frames: parseFrames(stack, project, parts),
    details: detailsOf(error),
    cause:
      isNew && known.length < MAX_CAUSES
        ? describeError(cause, project, [...known, error])
        : undefined,
  }
}

/** A member of a value, which may be of any type and may throw. */
function read(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : ''
}

function nameOf(error: unknown): string {
  const name = textOf(read(error, 'name'))
  if (name !== '') return name
  return isErrorLike(error) ? 'Error' : `Thrown value (${error === null ? 'null' : typeof error})`
}

function messageOf(error: unknown): string {
  const message = read(error, 'message')
  if (typeof message === 'string') return message.slice(0, MAX_TEXT)
  return show(error, 1)
}

function codeOf(error: unknown): string | undefined {
  const code = read(error, 'code')
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}

function isErrorLike(error: unknown): boolean {
  // `instanceof` calls a trap of a proxy, which may throw.
  return types.isNativeError(error) || textOf(read(error, 'stack')) !== ''
}

/** Members that the message and the stack do not show. */
const SHOWN = ['name', 'message', 'stack', 'cause', 'errors']

function detailsOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  try {
    const rest = Object.fromEntries(
      Object.keys(error)
        .filter((key) => !SHOWN.includes(key))
        .map((key) => [key, read(error, key)]),
    )
    const errors = read(error, 'errors')
    if (Array.isArray(errors)) rest.errors = errors
    return Object.keys(rest).length === 0 ? undefined : show(maskValue(rest, 4), 4)
  } catch {
    return undefined
  }
}

/** A value as text. An own `inspect` method of the value is not called: it may throw or wait. */
export function show(value: unknown, depth: number): string {
  try {
    const options = { depth, customInspect: false, maxStringLength: 10_000, maxArrayLength: 100 }
    const text = typeof value === 'string' ? value : inspect(value, options)
    return text.slice(0, MAX_TEXT)
  } catch {
    return '(a value that cannot be displayed)'
  }
}
