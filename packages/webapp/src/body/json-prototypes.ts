/** The handling of JSON keys that can lead to prototype pollution. */
export type ProtoAction = 'ignore' | 'remove' | 'error'

export function checkProtoAction(action: unknown): ProtoAction {
  if (action === undefined || action === null) return 'ignore'
  if (action === 'ignore' || action === 'remove' || action === 'error') return action
  throw new TypeError(
    `option protoAction must be "ignore", "remove" or "error", not "${String(action)}"`,
  )
}

/**
 * Removes or rejects `__proto__` and `constructor.prototype` at any depth of a parsed value.
 *
 * As own properties these keys are harmless. They pollute a prototype when user code merges the
 * object into another one property by property.
 */
export function guardPrototypes(value: unknown, text: string, action: ProtoAction): void {
  if (action === 'ignore' || !mayNamePrototype(text)) return
  const seen = new Set<object>()
  const pending: unknown[] = [value]
  // No recursion: a deeply nested body would overflow the stack.
  while (pending.length > 0) {
    const each = pending.pop()
    if (typeof each !== 'object' || each === null || seen.has(each)) continue
    seen.add(each)
    for (const name of hostileNames(each)) {
      if (action === 'error') throw new SyntaxError(`Forbidden name "${name}" in JSON`)
      Reflect.deleteProperty(each, name)
    }
    for (const inner of Object.values(each)) pending.push(inner)
  }
}

// JSON can write any letter as a `\u` escape.
function mayNamePrototype(text: string): boolean {
  return text.includes('proto') || text.includes('\\u')
}

function hostileNames(object: object): string[] {
  const names = Object.hasOwn(object, '__proto__') ? ['__proto__'] : []
  const inner = Object.hasOwn(object, 'constructor') ? object.constructor : undefined
  const isObject = typeof inner === 'object' && inner !== null
  return isObject && Object.hasOwn(inner, 'prototype') ? [...names, 'constructor'] : names
}
