import type { Handler } from './model.ts'
import { urlsIn } from './names.ts'

/** What the source of a handler shows; `members` are functions that make handlers, by name. */
export function describeHandler(handler: object, members: ReadonlyMap<object, string>): Handler {
  const source = sourceOf(handler)
  const { name, length } = handler as { name?: unknown; length?: unknown }
  const arity = typeof length === 'number' ? length : 0
  return {
    name: typeof name === 'string' && name !== '' ? name : '<anonymous>',
    arity,
    mayContinue: arity > 2 || /\barguments\b|\.\.\.|\[native code\]|next/i.test(source),
    maySkip: /['"`]router?['"`]|\[native code\]/.test(source),
    uncalled: members.get(handler),
    parameters: parametersOf(source),
    urls: urlsIn(source),
  }
}

function parametersOf(source: string): string[] {
  const [, list = ''] = /^[^(]*\(([^()]*)\)/.exec(source) ?? []
  return list
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(',')
    .map((parameter) => parameter.trim())
    .filter((name) => name !== '')
}

function sourceOf(handler: object): string {
  try {
    return Function.prototype.toString.call(handler)
  } catch {
    return '[native code]' // Not a function.
  }
}
