import { count, type NestedSettings } from './options.ts'

type Tree = Record<string, unknown>

/** An element with its position, before its list exists: most elements go into an existing list. */
export class Placed {
  readonly position: number
  readonly value: unknown

  constructor(position: number, value: unknown) {
    this.position = position
    this.value = value
  }
}

/** The number of positions without an element, for lists that have such positions. */
const gaps = new WeakMap<readonly unknown[], number>()

/** The last position of each list that exceeded the limit and became an object. */
const lastPositions = new WeakMap<object, number>()

export function isOverlong(value: unknown): boolean {
  return isObject(value) && lastPositions.has(value)
}

export function markOverlong(tree: object, last: number): void {
  lastPositions.set(tree, last)
}

/** The same list; an object with the positions as names if it has more elements than allowed. */
export function limitList(list: unknown[], settings: NestedSettings, elements = list.length) {
  if (elements <= settings.arrayLimit) return list
  refuseMore(settings)
  const tree = toTree(list, settings)
  markOverlong(tree, list.length - 1)
  return tree
}

export function refuseMore({ arrayLimit, throwOnLimitExceeded }: NestedSettings): void {
  if (!throwOnLimitExceeded) return
  const allowed = count(arrayLimit, 'element')
  throw new RangeError(`Array limit exceeded. Only ${allowed} allowed in an array.`)
}

/** One list of two values or lists. */
export function combine(one: unknown, other: unknown, settings: NestedSettings): unknown {
  if (isOverlong(one)) return append(one as Tree, other)
  const list = Array.isArray(one) ? one : [one]
  if (Array.isArray(other)) for (const value of other) list.push(value)
  else list.push(other)
  return limitList(list, settings)
}

function append(tree: Tree, value: unknown): Tree {
  const next = (lastPositions.get(tree) ?? -1) + 1
  tree[next] = value
  lastPositions.set(tree, next)
  return tree
}

/** Merges the value of one name into the result of the names before it. */
export function merge(known: unknown, source: unknown, settings: NestedSettings): unknown {
  const target = known instanceof Placed ? toList(known) : known
  if (!source) return target
  if (!isObject(source)) return mergeText(target, source as string, settings)
  if (!isObject(target)) return mergeBehind(target, source, settings)
  if (source instanceof Placed) return mergePlaced(target, source, settings)
  if (Array.isArray(target) && Array.isArray(source)) {
    source.forEach((value, position) => {
      place(target, position, value, settings)
    })
    return limitList(target, settings, countElements(target))
  }
  return mergeTrees(Array.isArray(target) ? toTree(target, settings) : target, source, settings)
}

function mergeText(target: unknown, text: string, settings: NestedSettings): unknown {
  if (Array.isArray(target)) {
    target.push(text)
    return limitList(target, settings, countElements(target))
  }
  if (isOverlong(target)) return append(target as Tree, text)
  if (!isObject(target) || settings.strictMerge) return limitList([target, text], settings)
  const isAllowed = settings.plainObjects || settings.allowPrototypes
  if (isAllowed || !(text in Object.prototype)) target[text] = true
  return target
}

/** A value, and after it an object or list under the same name. */
function mergeBehind(value: unknown, source: Tree, settings: NestedSettings): unknown {
  if (source instanceof Placed) {
    return limitList([value].concat(toList(source)), settings)
  }
  if (!lastPositions.has(source)) return limitList([value].concat(source), settings)
  const tree = createTree(settings)
  tree[0] = value
  for (const name of Object.keys(source)) tree[Number.parseInt(name, 10) + 1] = source[name]
  markOverlong(tree, (lastPositions.get(source) ?? 0) + 1)
  return tree
}

function mergePlaced(target: Tree, source: Placed, settings: NestedSettings): unknown {
  const { position, value } = source
  if (!Array.isArray(target)) return mergeTrees(target, { [position]: value }, settings)
  place(target, position, value, settings)
  return limitList(target, settings, countElements(target))
}

/** Puts an element at its position, or at the end if the position has a value. */
function place(list: unknown[], position: number, value: unknown, settings: NestedSettings): void {
  const known = list[position]
  if (!(position in list)) {
    const added = position < list.length ? -1 : position - list.length
    if (added !== 0) gaps.set(list, (gaps.get(list) ?? 0) + added)
    list[position] = value
  } else if (isObject(known) && isObject(value)) list[position] = merge(known, value, settings)
  else list.push(value)
}

function countElements(list: readonly unknown[]): number {
  return list.length - (gaps.get(list) ?? 0)
}

export function toList({ position, value }: Placed): unknown[] {
  const list: unknown[] = []
  list[position] = value
  if (position > 0) gaps.set(list, position)
  return list
}

function mergeTrees(target: Tree, source: Tree, settings: NestedSettings): Tree {
  const last = lastPositions.get(source)
  if (last !== undefined && !lastPositions.has(target)) markOverlong(target, last)
  for (const name of Object.keys(source)) {
    const value = source[name]
    target[name] = Object.hasOwn(target, name) ? merge(target[name], value, settings) : value
    const known = lastPositions.get(target)
    if (known !== undefined && isPosition(name)) markOverlong(target, Math.max(known, Number(name)))
  }
  return target
}

/** Whether a name has the form of a position in a list. */
export function isPosition(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name) && String(Number(name)) === name
}

export function createTree({ plainObjects }: NestedSettings): Tree {
  return plainObjects ? Object.create(null) : {}
}

function toTree(list: readonly unknown[], settings: NestedSettings): Tree {
  const tree = createTree(settings)
  list.forEach((value, index) => {
    if (value !== undefined) tree[index] = value
  })
  return tree
}

function isObject(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null
}
