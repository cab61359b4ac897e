import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../../tools/build-program.ts'
import { byTurns, isGate } from '../../../../../tools/gate.ts'
import type { Moment, Table } from '../../fixtures/replaced-members.ts'

const fixtures = new URL('../../fixtures/', import.meta.url)

async function callsSeen(library: string, alone: readonly string[] = []): Promise<Table> {
  const program = buildProgram(new URL('replaced-members.ts', fixtures), fixtures)
  const args = [program, library, ...alone]
  const env = { ...process.env, NO_DEPRECATION: 'express,connect,webapp' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 1e8 })
  return JSON.parse(stdout) as Table
}

const moments: Moment[] = ['before load', 'after load', 'during a request']

const isNamed = matching(/^ServerResponse\.(?:emit|writeHead|_implicitHeader)$/)
const isSending = matching(
  /^ServerResponse\.(?:emit|write|writeHead|end|_implicitHeader|_storeHeader)$/,
)

// The dialects share what stands before Node's members, so one of them replaces each member alone.
// The headers of 3.x are set by other calls, because 3.21.2 replaces members of Node itself.
const suites: [string, string, string, (name: string) => boolean, (name: string) => boolean][] = [
  ['5.x', 'express5', 'webapp/v5', matching(/./), matching(/./)],
  ['4.x', 'express4', 'webapp/v4', matching(/./), isNamed],
  ['3.x', 'express3', 'webapp/v3', isSending, isNamed],
]

describe.each(isGate ? suites.slice(0, 1) : suites)(
  'members of Node that a tool replaces [%s]',
  (_dialect, original, ours, isCompared, isAlone) => {
    let expected: Table
    let seen: Table
    let alone: string[]

    beforeAll(async () => {
      expected = await callsSeen(original)
      const names = [...new Set(everyCall(expected).map(nameOf))].filter(isAlone)
      const named = names.filter(isNamed)
      alone = [
        ...named,
        ...byTurns(
          names.filter((name) => !named.includes(name)),
          0,
        ),
      ]
      seen = await callsSeen(ours, alone)
    }, 120_000)

    it.each(moments)('%s are called as on the original if all are replaced', (moment) => {
      const [wanted, got] = [expected[moment]['*'], seen[moment]['*']]
      expect(compared(moment, got, isCompared)).toEqual(compared(moment, wanted, isCompared))
    })

    it.each(moments)('%s are called as on the original if one is replaced', (moment) => {
      expect(alone.filter(isNamed)).toHaveLength(3)
      for (const name of alone) {
        const wanted = compared(moment, expected[moment]['*'], (called) => called === name)
        const got = Object.entries(compared(moment, seen[moment][name]))
        expect(got.length).toBeGreaterThan(0)
        expect([name, got]).toEqual([name, got.map(([request]) => [request, wanted[request]])])
      }
    })
  },
)

function matching(names: RegExp): (name: string) => boolean {
  return (name) => names.test(name)
}

type Calls = Record<string, string[]>

function everyCall(table: Table): string[] {
  return Object.values(table).flatMap((byMember) =>
    Object.values(byMember).flatMap((calls) => Object.values(calls).flat()),
  )
}

function nameOf(call: string): string {
  return call.slice(0, call.indexOf('('))
}

function compared(moment: Moment, calls: Calls = {}, isWanted = matching(/./)): Calls {
  const entries = Object.entries(calls).map(([request, list]): [string, string[]] => [
    request,
    list.filter((call) => isWanted(nameOf(call)) && !isExempt(moment, request, call)),
  ])
  return Object.fromEntries(entries)
}

interface Exemption {
  readonly reason: string
  readonly requests?: readonly string[]
  readonly moment?: Moment
  readonly calls: RegExp
}

const exempt: readonly Exemption[] = [
  {
    reason: 'headers are parsed when something reads them, unless the member was replaced before',
    moment: 'during a request',
    calls: /^IncomingMessage\._addHeaderLine\(/,
  },
  {
    reason: 'no response gets a Content-Length beside Transfer-Encoding, whatever the program set',
    calls: /^ServerResponse\.(?:hasHeader|getHeader\("Transfer-Encoding"\))/,
  },
  {
    reason: 'the final handler listens for the end of a request in its own way',
    requests: ['missing', 'error'],
    calls: /^IncomingMessage\.(?:on|once|removeListener)\(/,
  },
  {
    reason: 'a file is written without a ReadStream that is piped, and ended in the same turn',
    requests: ['file'],
    calls:
      /^ServerResponse\.(?:on|once|prependListener|removeListener|(?:un)?cork|emit\("(?:un)?pipe"|_send\(""|_writeRaw\("")/,
  },
]

function isExempt(now: Moment, request: string, call: string): boolean {
  return exempt.some(
    ({ moment = now, requests = [request], calls }) =>
      moment === now && requests.includes(request) && calls.test(call),
  )
}
