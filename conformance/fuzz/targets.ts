import fc from 'fast-check'
import { type DialectName, dialectOf } from '../harness/dialects.ts'
import { request } from '../harness/request.ts'
import type { Transport } from '../harness/run.ts'
import { bodyCase, parsers, toRequest } from './body-requests.ts'
import { bodyCase3, parsers3 } from './body-requests-3x.ts'
import { fileCase, setup, toFileRequest } from './file-cases.ts'
import { fileCase3, setup3 } from './file-cases-3x.ts'
import { grammars } from './grammars.ts'
import { askedIn, hasPlainHosts, type ReadingName, readings } from './readings.ts'
import { readAlike3 } from './readings-3x.ts'
import { type Asked, asked, settings } from './response-calls.ts'
import { asked3, settings3 } from './response-calls-3x.ts'
import { tablesIn, targetsIn } from './route-table.ts'
import type { Batch } from './run-batch.ts'

/** A random program with its requests, and how it is reached. */
export interface Trial {
  readonly batch: Batch
  readonly transport: Transport
  /** Ours need not answer as the original, but must survive. */
  readonly isOnlySurvived?: boolean
}

/** A part of the interface, and random trials of it. */
export interface Target {
  readonly name: string
  trialsIn(dialect: DialectName): fc.Arbitrary<Trial>
}

/** Requests of one program, on average: short lists shrink to readable cases. */
export const batchSize = 20
const lengths = { minLength: 1, maxLength: 2 * batchSize, size: 'max' } as const

const compared: Record<string, Target['trialsIn']> = {
  /** Path patterns and the walk through them. */
  routes: (dialect) =>
    fc
      .record({
        given: tablesIn(grammars[dialect]),
        targets: fc.array(targetsIn(grammars[dialect]), lengths),
        transport: fc.constantFrom<Transport>('app.listen', 'http.createServer'),
      })
      .map(({ given, targets, transport }) => {
        const requests = targets.map(({ method, url }, index) =>
          request(method, url, { headers: { 'X-Case': String(index) } }),
        )
        return { batch: { program: 'table', given, requests }, transport }
      }),
  responses: (dialect) => callsOf(dialect, dialect === '3.x' ? asked3 : asked),
  /** JSON, forms, texts, multipart in 3.x, and their encodings. */
  bodies: (dialect) =>
    fc
      .record({
        parsers: parsersIn(dialect),
        bodies: fc.array(bodiesIn(dialect), lengths),
      })
      .map(({ parsers, bodies }) => {
        const { plainErrors } = dialectOf(dialect).oracle
        const given = { parsers, plainErrors }
        return listening({ program: 'parsers', given, requests: bodies.map(toRequest) })
      }),
  files: (dialect) =>
    fc
      .record({
        given: dialect === '3.x' ? setup3 : setup,
        asked: fc.array(dialect === '3.x' ? fileCase3 : fileCase, lengths),
      })
      .map(({ given, asked }) => {
        const requests = asked.map((one, index) => toFileRequest(one, given.mount, index))
        return listening({ program: 'files', given, requests })
      }),
}

export const targets: readonly Target[] = [
  ...(Object.keys(readings) as ReadingName[]).map((name) => ({
    name,
    trialsIn: (dialect: DialectName) => readingsIn(dialect, name),
  })),
  ...Object.entries(compared).map(([name, trialsIn]) => ({ name, trialsIn })),
]

function readingsIn(dialect: DialectName, name: ReadingName): fc.Arbitrary<Trial> {
  const asked = askedIn(name)
  const readAlike = dialect === '3.x' ? readAlike3 : { hosts: hasPlainHosts }
  const isReadAlike = (readAlike as typeof readAlike3)[name]
  if (isReadAlike === undefined) return callsOf(dialect, asked)
  const alike = callsOf(dialect, asked.filter(isReadAlike))
  // Most of the other targets are refused by Node, together with what follows on their connection.
  if (name === 'target') return alike
  const anew = asked.filter((one) => !isReadAlike(one))
  const survived = callsOf(dialect, anew).map((trial) => ({ ...trial, isOnlySurvived: true }))
  return fc.oneof(alike, survived)
}

function callsOf(dialect: DialectName, question: fc.Arbitrary<Asked>): fc.Arbitrary<Trial> {
  return fc
    .record({
      settings: dialect === '3.x' ? settings3 : settings,
      asked: fc.array(question, lengths),
    })
    .map(({ settings, asked }) => {
      const given = { settings, asked, reads: dialect === '3.x' ? dialect : ('newer' as const) }
      const requests = asked.map(({ method, url, headers }, index) =>
        request(method, url, { headers: { ...headers, 'X-Case': String(index) } }),
      )
      return listening({ program: 'calls', given, requests })
    })
}

/** W-022: UTF-32, and UTF-16 that does not say which, are read by the original so from 5.x on. */
function bodiesIn(dialect: DialectName): typeof bodyCase {
  if (dialect === '3.x') return bodyCase3
  if (dialect === '5.x') return bodyCase
  return bodyCase.filter((one) => !/utf-32|utf-16(?![bl]e)/.test(toRequest(one, 0).label))
}

function parsersIn(dialect: DialectName): typeof parsers {
  if (dialect === '3.x') return parsers3
  if (dialect === '5.x') return parsers
  return parsers.filter((all) => all.every(({ options }) => options.defaultCharset !== 'utf-16'))
}

function listening(batch: Batch): Trial {
  return { batch, transport: 'app.listen' }
}
