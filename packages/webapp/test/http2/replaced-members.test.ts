import { execFile } from 'node:child_process'
import { Http2ServerResponse } from 'node:http2'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../tools/build-program.ts'
import { isGate } from '../../../../tools/gate.ts'
import type { Moment, Table } from '../fixtures/replaced-members-http2.ts'
import { factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const fixtures = new URL('../fixtures/', import.meta.url)
const moments: Moment[] = ['before load', 'after load', 'during a request']

async function callsSeen(library: string, ...third: string[]): Promise<Table> {
  const program = buildProgram(new URL('replaced-members-http2.ts', fixtures), fixtures)
  const args = ['--no-warnings', program, library, ...third]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 })
  return JSON.parse(stdout) as Table
}

/** The same programs on a server of node:http2. */
let bare: Table

beforeAll(async () => {
  bare = await callsSeen('bare')
})

// The dialects share what stands before Node's members. For each member that is replaced alone the
// package is loaded again, so each dialect tries a third of them, and the gate none.
const suites: [dialect: string, library: string, third: string][] = [
  ['5.x', 'webapp/v5', '0'],
  ['4.x', 'webapp/v4', '1'],
  ['3.x', 'webapp/v3', '2'],
]

describe.each(isGate ? suites.slice(1, 2) : suites)(
  'members of Node’s HTTP/2 messages that a tool replaces [%s]',
  (dialect, library, third) => {
    let seen: Table

    beforeAll(async () => {
      seen = await callsSeen(library, ...(isGate ? [] : [third]))
    }, 600_000)

    it.each(moments)('%s are called as without an application if all are replaced', (moment) => {
      const wanted = Object.entries(bare[moment]['*'] ?? {})
      expect(wanted.length).toBeGreaterThan(100)
      for (const [program, calls] of wanted) {
        const got = seen[moment]['*']?.[program] ?? []
        expect([program, comparable(got, program, dialect)]).toEqual([
          program,
          comparable(calls, program, dialect),
        ])
        expect([program, missing(readsOf(calls), readsOf(got))]).toEqual([program, []])
      }
    })

    if (isGate) return

    it.each(moments)('%s are called as without an application if one is replaced', (moment) => {
      const alone = Object.entries(seen[moment]).filter(([member]) => member !== '*')
      expect(alone.length).toBeGreaterThan(30)
      for (const [member, programs] of alone) {
        for (const [program, calls] of Object.entries(programs)) {
          const wanted = (bare[moment]['*']?.[program] ?? []).filter((call) => isOf(call, member))
          expect([member, program, comparable(calls, program, dialect)]).toEqual([
            member,
            program,
            comparable(wanted, program, dialect),
          ])
          expect([member, program, missing(readsOf(wanted), readsOf(calls))]).toEqual([
            member,
            program,
            [],
          ])
        }
      }
    })
  },
)

function isOf(call: string, member: string): boolean {
  return call.startsWith(`${member}(`) || call === `get ${member}` || call === `set ${member}`
}

/** The calls that are compared one by one. */
function comparable(calls: readonly string[], program: string, dialect: string): string[] {
  const list = calls.filter(
    (call) =>
      !call.startsWith('get ') && !exempt.some((entry) => isFor(entry, call, program, dialect)),
  )
  // The head precedes the first chunk, because its status decides whether there is a body.
  for (let at = 1; at < list.length; at++) {
    const [before = '', call = ''] = list.slice(at - 1, at + 1)
    if (before.startsWith('res.write(') && call.startsWith('res.writeHead(')) {
      list.splice(at - 1, 2, call, before)
    }
  }
  return list
}

/** An application may look at its messages more often. */
function readsOf(calls: readonly string[]): string[] {
  return calls.filter((call) => call.startsWith('get ') && call !== UNREAD)
}

/** Node warns each program that reads or sets it. */
const UNREAD = 'get res.statusMessage'

function missing(wanted: readonly string[], got: readonly string[]): string[] {
  return [...new Set(wanted)].filter((call) => !got.includes(call))
}

interface Exemption {
  readonly reason: string
  readonly programs?: RegExp
  readonly dialects?: readonly string[]
  readonly calls: RegExp
}

const exempt: readonly Exemption[] = [
  {
    reason: 'Node warns each program that reads or sets the reason phrase',
    calls: /^set res\.statusMessage$/,
  },
  {
    reason: 'values of a header that was appended are joined before the head is sent',
    programs: /^res\.appendHeader\(\)$/,
    calls: /^res\.getHeader\("X-A"\)$/,
  },
  {
    reason: '3.x sets the status and the headers, emits `header`, and then calls writeHead',
    dialects: ['3.x'],
    calls:
      /^(?:set res\.statusCode$|res\.emit\("header"\)|res\.(?:set|get)Header\("(?:X-A|Set-Cookie)"|res\.writeHead\(201)/,
  },
  {
    reason: 'a response that ends too early is reset with an error, before Node destroys it',
    programs: /^destroy$/,
    calls: /^req\.emit\("aborted"\)$/,
  },
]

function isFor(entry: Exemption, call: string, program: string, dialect: string): boolean {
  return (
    (entry.programs?.test(program) ?? true) &&
    (entry.dialects?.includes(dialect) ?? true) &&
    entry.calls.test(call)
  )
}

type Members = Record<string, (this: unknown, ...args: unknown[]) => unknown>

const prototype = Http2ServerResponse.prototype as unknown as Members
interface Sender {
  once(event: string, listener: () => void): void
  send(text: string): void
}

type Route = (path: string, handler: (req: unknown, res: Sender) => void) => void

const NAMES = ['emit', 'end', 'setHeader', 'write', 'writeHead']

/** Runs a function while members of Node's HTTP/2 responses record their calls. */
async function callsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const undo = NAMES.map((name) => {
    const before = Object.getOwnPropertyDescriptor(prototype, name)
    const original = prototype[name]
    prototype[name] = function (...args) {
      const [first] = args
      calls.push(`${name} ${args.length} ${name === 'emit' ? String(first) : typeof first}`)
      return original?.apply(this, args)
    }
    return () => {
      if (before) Object.defineProperty(prototype, name, before)
      else delete prototype[name]
    }
  })
  try {
    await run()
  } finally {
    for (const restore of undo) restore()
  }
  return calls
}

it.each(Object.entries(factories))(
  'res.send calls members that a tool replaced [%s]',
  async (_name, webapp) => {
    const app = webapp()
    let closed = false
    ;(app as unknown as { get: Route }).get('/', (_req, res) => {
      res.once('close', () => {
        closed = true
      })
      res.send('text')
    })
    const { ask } = await startHttp2(app as never)
    const calls = await callsDuring(async () => {
      await ask('/')
      await expect.poll(() => closed).toBe(true)
    })
    const [set, others] = [/^setHeader/, /^(?!setHeader|emit 1 header)/].map((names) =>
      calls.filter((call) => names.test(call)),
    )
    expect(others).toEqual([
      expect.stringMatching(/^end [12] (?:object|string)$/),
      'writeHead 1 number',
      // Node's `end` writes its chunk.
      expect.stringMatching(/^write 2 (?:object|string)$/),
      'emit 1 finish',
      'emit 1 close',
    ])
    expect(new Set(set)).toEqual(new Set(['setHeader 2 string']))
  },
)
