import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { hideNames } from './normalise.ts'

const maxDepth = 7
const maxEntries = 200

/** A value as text that keeps what JSON loses: types, prototypes, missing members, functions. */
export function describeValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `[Function ${value.name || '(none)'}/${value.length}]`
  if (typeof value !== 'object' || value === null) {
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (depth > maxDepth) return '[deep]'
  return describeObject(value, depth)
}

function describeObject(value: object, depth: number): string {
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof IncomingMessage) return '<request>'
  if (value instanceof ServerResponse) return '<response>'
  if (value instanceof EventEmitter) return `<${value.constructor.name}>`
  if (value instanceof RegExp) return `RegExp(${value})`
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (Buffer.isBuffer(value)) return `Buffer(${value.toString('hex')})`
  const members = describeMembers(value, depth)
  if (Array.isArray(value)) return `[${describeItems(value, depth)}${members}]`
  return `${prototypeName(value)}{${members}}`
}

function describeItems(value: readonly unknown[], depth: number): string {
  const items = Array.from({ length: Math.min(value.length, maxEntries) }, (_, index) =>
    index in value ? describeValue(value[index], depth + 1) : '<hole>',
  )
  return items.join(', ')
}

/** Own enumerable members in order; the indexes of an array are shown as its items. */
function describeMembers(value: object, depth: number): string {
  const keys = Object.keys(value)
    .filter((key) => !Array.isArray(value) || !/^\d+$/.test(key))
    .filter((key) => key !== 'requireStack')
    .slice(0, maxEntries)
  const shown = keys.map((key) => `${JSON.stringify(key)}: ${describeMember(value, key, depth)}`)
  const text = shown.join(', ')
  return Array.isArray(value) && text ? ` | ${text}` : text
}

function describeMember(value: object, key: string, depth: number): string {
  const descriptor = Object.getOwnPropertyDescriptor(value, key)
  if (descriptor?.get) return '<getter>'
  return describeValue(descriptor?.value, depth + 1)
}

function prototypeName(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null) return 'null'
  if (prototype === Object.prototype) return ''
  return value.constructor?.name || '(class)'
}

function describeError(error: Error, depth: number): string {
  const members = describeMembers(error, depth)
  const head = `${error.constructor.name}:${error.name}: ${hideNames(error.message)}`
  return members ? `<${head} | ${members}>` : `<${head}>`
}
