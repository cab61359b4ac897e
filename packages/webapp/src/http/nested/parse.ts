import {
  combine,
  createTree,
  isOverlong,
  isPosition,
  markOverlong,
  merge,
  Placed,
  refuseMore,
  toList,
} from './merge.ts'
import type { NestedSettings } from './options.ts'
import { readPairs } from './pairs.ts'
import { nameOf, splitName } from './split-name.ts'

/** Parses a query or form as qs does: brackets in names make objects and lists. */
export function parseNested(text: string | null | undefined, settings: NestedSettings): object {
  let tree: unknown = createTree(settings)
  if (!text) return tree as object
  const pairs = readPairs(text, settings)
  for (const name of Object.keys(pairs)) {
    const path = splitName(name, settings)
    if (path.length > 0) tree = merge(tree, build(path, pairs[name], settings), settings)
  }
  finishLists(tree as object, settings.allowSparse)
  return tree as object
}

/** The objects and lists that lead to a value, from the inside out. */
function build(path: readonly string[], value: unknown, settings: NestedSettings): unknown {
  let built = value
  for (let level = path.length - 1; level >= 0; level--) {
    const segment = path[level] as string
    const isList = segment === '[]' && settings.parseArrays
    built = isList ? buildList(built, settings) : buildProperty(segment, built, settings)
  }
  return built
}

function buildList(inner: unknown, settings: NestedSettings): unknown {
  if (inner instanceof Placed || isOverlong(inner)) return inner
  const { allowEmptyArrays, strictNullHandling } = settings
  const isEmpty = inner === '' || (strictNullHandling && inner === null)
  return allowEmptyArrays && isEmpty ? [] : combine([], inner, settings)
}

function buildProperty(segment: string, inner: unknown, settings: NestedSettings): unknown {
  const { arrayLimit, decodeDotInKeys, parseArrays } = settings
  const bare = nameOf(segment)
  const name = decodeDotInKeys ? bare.replaceAll('%2E', '.') : bare
  const isIndex = parseArrays && bare !== segment && isPosition(name)
  if (isIndex && Number(name) < arrayLimit) return new Placed(Number(name), inner)
  if (isIndex) refuseMore(settings)
  const tree = createTree(settings)
  if (isIndex) markOverlong(tree, Number(name))
  if (name !== '__proto__') tree[name === '' && !parseArrays ? 0 : name] = inner
  return tree
}

/** Creates the lists with one element, and removes positions without an element from all lists. */
function finishLists(tree: object, isSparse: boolean): void {
  const waiting: object[] = [tree]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const holder = next as Record<string, unknown>
    if (Array.isArray(next) && !isSparse) closeGaps(next)
    for (const name of Object.keys(holder)) {
      const value = holder[name]
      if (typeof value !== 'object' || value === null) continue
      const made = value instanceof Placed ? toList(value) : value
      if (made !== value) holder[name] = made
      waiting.push(made)
    }
  }
}

function closeGaps(list: unknown[]): void {
  let end = 0
  for (const value of list) if (value !== undefined) list[end++] = value
  list.length = end
}
