import { OutgoingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Express } from './express.ts'
import type { HeaderLine } from './response.ts'
import { type Surface, surfaceOf } from './surface.ts'
import { surfaceOf3 } from './surface-3x.ts'

/** One implementation under observation. */
export interface Side {
  readonly name: string
  /** Value of its X-Powered-By header. */
  readonly product: string
  /** Namespaces of its deprecation notices: the original speaks through several packages. */
  readonly namespaces: readonly string[]
  /** Whether it runs in a process of its own (host-process.ts). */
  readonly apart: boolean
  /** Whether its errors are compared by status and message alone (W-041). */
  readonly plainErrors: boolean
  /** Flags for the Node that runs it in a process of its own. */
  readonly nodeFlags: readonly string[]
  /** A header that our pages have and those of the original do not (W-055). */
  readonly addedHeader?: HeaderLine
  /** Requests that are not asked, because their answers differ on purpose. */
  readonly leavesOut?: RegExp
  /** What can be seen of it without calling anything. */
  surfaceOf(express: Express): Surface
  load(): Express
}

export type DialectName = '5.x' | '4.x' | '3.x'

/** An original from npm, and our dialect that must behave like it. */
export interface Dialect {
  readonly name: DialectName
  readonly oracle: Side
  readonly subject: Side
}

/** How a side is looked at. */
type Ways = Pick<Side, 'addedHeader' | 'apart' | 'plainErrors' | 'leavesOut' | 'surfaceOf'>

const newer: Ways = { apart: false, plainErrors: false, surfaceOf }

/**
 * Two requests for files that many scenarios share: 3.x does not know the condition, which ours
 * honour (W-035), and repeats markup in the address of a folder, which ours encode (W-018).
 */
const leftOutOf3 = /\r\nIf-Match: |^\S+ \/(dir\?\S*[<"]|<b>|%3Cb)/

const third: Ways = {
  apart: true,
  plainErrors: true,
  leavesOut: leftOutOf3,
  surfaceOf: surfaceOf3,
}

const POLICY: HeaderLine = ['Content-Security-Policy', "default-src 'none'"]

const require = createRequire(import.meta.url)

/** Express 3 needs a field of responses that Node 24 removed. */
const needsHeaders = !('_headers' in OutgoingMessage.prototype)
const removedHeaders = fileURLToPath(new URL('../fixtures/removed-headers.cjs', import.meta.url))

/** `CONFORMANCE_SUBJECT=original` puts the original on both sides, which tests the harness itself. */
export const isSelfCheck = process.env.CONFORMANCE_SUBJECT === 'original'

export const dialects: readonly Dialect[] = [
  { name: '5.x', oracle: original('express5'), subject: ours('webapp', 'express5') },
  { name: '4.x', oracle: original('express4'), subject: ours('webapp/v4', 'express4') },
  {
    name: '3.x',
    oracle: original('express3', third),
    subject: ours('webapp/v3', 'express3', { ...third, addedHeader: POLICY }),
  },
]

export function dialectOf(name: DialectName): Dialect {
  const found = dialects.find((dialect) => dialect.name === name)
  if (!found) throw new Error(`no dialect ${name}`)
  return found
}

/** A revision of Express in a folder, looked at as the original of a dialect. */
export function sideOfRevision(dialect: DialectName, folder: string): Side {
  const { oracle } = dialectOf(dialect)
  const name = `${dialect}@${folder}`
  return { ...oracle, name, apart: true, load: () => require(folder) as Express }
}

/** The side of a name, also in another process. */
export function sideOf(name: string): Side {
  const [, revised, folder] = /^(\d\.x)@(.+)$/s.exec(name) ?? []
  if (folder !== undefined) return sideOfRevision(revised as DialectName, folder)
  const sides = dialects.flatMap(({ oracle, subject }) => [oracle, subject])
  const found = sides.find((side) => side.name === name)
  if (!found) throw new Error(`no side ${name}`)
  return found
}

function original(alias: string, ways: Ways = newer): Side {
  return {
    name: alias,
    product: 'Express',
    namespaces: ['express', 'router', 'finalhandler', 'body-parser', 'send', 'connect', 'morgan'],
    nodeFlags: alias === 'express3' && needsHeaders ? [`--require=${removedHeaders}`] : [],
    ...ways,
    load: () => require(alias) as Express,
  }
}

function ours(entry: string, replacement: string, ways: Ways = newer): Side {
  if (isSelfCheck) return original(replacement, ways)
  let loaded: Express | undefined
  return {
    name: entry,
    product: 'webapp',
    namespaces: ['webapp'],
    nodeFlags: [],
    ...ways,
    load: () => {
      loaded ??= loadAfresh(entry)
      return loaded
    },
  }
}

/**
 * A copy for each dialect: deprecation notices come once for each place in a program, so a second
 * dialect that shares the first one's memory would stay silent in the same scenarios.
 */
function loadAfresh(entry: string): Express {
  const folder = require.resolve(entry).replace(/[^/\\]+$/, '')
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(folder)) delete require.cache[file]
  }
  return require(entry) as Express
}
