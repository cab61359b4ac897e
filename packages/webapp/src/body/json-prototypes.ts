/** What happens to names in JSON that could become the prototype of something. */
export type ProtoAction = 'ignore' | 'remove' | 'error'

export function checkProtoAction(action: unknown): ProtoAction {
  if (action === undefined || action === null) return 'ignore'
  if (action === 'ignore' || action === 'remove' || action === 'error') return action
  throw new TypeError('option protoAction must be "ignore", "remove" or "error"')
}

/**
 * Takes care of `__proto__`, and of `prototype` in `constructor`, at any depth of a parsed value.
 *
 * They are harmless where they lie, as own members; they become a prototype in the hands of code
 * that copies or merges objects member by member.
 */
export function guardPrototypes(value: unknown, text: string, action: ProtoAction): void {
  if (action === 'ignore' || !mayNamePrototype(text)) return
  const seen = new Set<object>()
  const waiting: unknown[] = [value]
  // Without recursion: a body may be nested as deep as it is long.
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (typeof each !== 'object' || each === null || seen.has(each)) continue
    seen.add(each)
    for (const name of hostileNames(each)) {
      if (action === 'error') throw new SyntaxError(`Forbidden name "${name}" in JSON`)
      Reflect.deleteProperty(each, name)
    }
    for (const inner of Object.values(each)) waiting.push(inner)
  }
}

// Any letter may be written as an escape.
function mayNamePrototype(text: string): boolean {
  return text.includes('proto') || text.includes('\\u')
}

function hostileNames(object: object): string[] {
  const names = Object.hasOwn(object, '__proto__') ? ['__proto__'] : []
  const maker = Object.hasOwn(object, 'constructor') ? object.constructor : undefined
  const hasPrototype = typeof maker === 'object' && maker !== null
  return hasPrototype && Object.hasOwn(maker, 'prototype') ? [...names, 'constructor'] : names
}
