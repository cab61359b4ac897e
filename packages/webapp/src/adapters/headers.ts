import { inspect } from 'node:util'

/** Headers in the order and spelling in which they are sent. */
export class RequestHeaders {
  readonly list: string[] = []

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** The first value of a header; `name` is in lower case. */
  get(name: string): string | undefined {
    const { list } = this
    const at = list.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name)
    return at === -1 ? undefined : list[at + 1]
  }

  /** The last value of a header; `name` is in lower case. */
  getLast(name: string): string | undefined {
    const { list } = this
    for (let at = list.length - 2; at >= 0; at -= 2) {
      if (list[at]?.toLowerCase() === name) return list[at + 1]
    }
    return undefined
  }

  add(name: string, value: string): void {
    this.list.push(name, value)
  }

  addDefault(name: string, value: string): void {
    if (!this.has(name.toLowerCase())) this.add(name, value)
  }
}

/** Reads the `headers` option: an object, a list of pairs, or `Headers`. */
export function readHeaders(headers: unknown): RequestHeaders {
  const read = new RequestHeaders()
  if (headers === undefined || headers === null) return read
  if (typeof headers !== 'object') {
    throw new TypeError(
      `headers must be an object, a list of pairs or Headers, not ${inspect(headers)}`,
    )
  }
  const pairs =
    Symbol.iterator in headers ? (headers as Iterable<unknown>) : Object.entries(headers)
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw new TypeError(`headers must contain pairs of a name and a value, not ${inspect(pair)}`)
    }
    addHeader(read, String(pair[0]), pair[1])
  }
  return read
}

function addHeader(read: RequestHeaders, name: string, value: unknown): void {
  for (const each of [value].flat()) {
    if (each === undefined) continue
    if (typeof each !== 'string' && typeof each !== 'number' && typeof each !== 'boolean') {
      throw new TypeError(
        `The header ${name} must be a string or a list of strings, not ${inspect(each)}`,
      )
    }
    read.add(name, String(each))
  }
}
