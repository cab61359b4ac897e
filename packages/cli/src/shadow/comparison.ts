import { setTimeout as sleep } from 'node:timers/promises'
import type { Alternatives } from './alternatives.ts'
import { bodyText, changingParts, compare, type Difference } from './compare/compare.ts'
import { declaredRow, UNCAUGHT_REJECTION } from './compare/declared.ts'
import type { CopyProcess } from './copy-process.ts'
import { type Failure, isFailure, originalReply, type Reply, repeat } from './exchange.ts'
import type { Frame } from './protocol.ts'
import type { RouteStatistics } from './statistics.ts'

/** The copies are asked so often before a difference is reported, after pauses in milliseconds. */
const PAUSES = [0, 0, 0, 0, 50, 100, 400, 1100]

/** For a route with so many differences, the copies are asked less often. */
const KNOWN_DIFFERENT = 3
const FEW = 4

/** After so many failed connections or timeouts, a request is not repeated again. */
const MOST_FAILURES = 2

/** The end of a copy is reported after its connections have failed, within so many milliseconds. */
const AFTER_FAILURE = 200

/** How long a copy may take to start again, in milliseconds. */
const RESTART = 60_000

export interface Comparing {
  readonly control: CopyProcess
  readonly webapp: CopyProcess
  readonly timeout: number
  readonly limit: number
  readonly alternatives: Alternatives
  /** The major version of the Express of the program. */
  readonly major: number | undefined
  /** The dialect of the copy, if `--to` names it. */
  readonly to: number | undefined
}

/** Repeats one request on the copies, and counts the result. */
export async function compareOnCopies(
  frame: Frame,
  route: RouteStatistics,
  comparing: Comparing,
): Promise<void> {
  const { control, webapp, alternatives } = comparing
  const original = originalReply(frame)
  const expressReplies: Reply[] = []
  const known = alternatives.of(frame)
  const rows = new Set<string>()
  let failures = 0
  let last: { express: Reply | Failure; webapp: Reply | Failure } | undefined
  let differences: Difference[] = []
  const pauses = route.different >= KNOWN_DIFFERENT ? PAUSES.slice(0, FEW) : PAUSES
  for (const pause of pauses) {
    // These were asked in one go, so a change of the state does not explain that they differ.
    if (areDifferent(expressReplies)) alternatives.add(frame, expressReplies)
    if (pause > 0) await sleep(pause)
    if (!(await control.ready(RESTART)) || !(await webapp.ready(RESTART))) break
    const { rejections } = control
    const [express, own] = await Promise.all([
      ask(frame, control, comparing),
      ask(frame, webapp, comparing),
    ])
    last = { express, webapp: own }
    if (isFailure(express)) {
      await sleep(AFTER_FAILURE)
      const isRejection = control.rejections > rejections
      if (isRejection && isReportedError(own, comparing)) {
        countEqual(route, [UNCAUGHT_REJECTION])
        route.addUnlike(original.status, own.status)
        return
      }
      if (++failures === MOST_FAILURES) break
      continue
    }
    expressReplies.push(express)
    if (isFailure(own)) {
      if (++failures === MOST_FAILURES) break
      await sleep(AFTER_FAILURE)
      continue
    }
    const samples: [Reply, ...Reply[]] = [express, ...expressReplies.slice(0, -1)]
    if (isComparable(original, express)) samples.push(original)
    const { major, to } = comparing
    const context = { recording: frame.recording, express, webapp: own, major, to }
    rows.clear()
    differences = []
    for (const difference of compare(samples, own)) {
      if (known.some((reply) => isKnown(difference, own, reply))) continue
      const row = declaredRow(difference, context)
      if (row === undefined) differences.push(difference)
      else rows.add(row)
    }
    if (differences.length > 0) continue
    for (const part of changingParts(samples)) route.changing.add(part)
    countEqual(route, rows)
    route.addUnlike(original.status, express.status)
    return
  }
  countDifferent(frame, route, { last, differences })
}

/** Whether Express has sent the same value or body for the same request before. */
function isKnown({ part, name }: Difference, webapp: Reply, known: Reply): boolean {
  if (known.status !== webapp.status) return false
  if (part === 'body') return bodyText(known) === bodyText(webapp)
  return part === 'header' && headerOf(known, name) === headerOf(webapp, name)
}

function headerOf({ headers }: Reply, wanted: string | undefined): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

/** Whether some of the responses have other bodies or statuses than the first. */
function areDifferent([first, ...others]: readonly Reply[]): boolean {
  return others.some(({ status, body }) => status !== first?.status || !body.equals(first.body))
}

function ask(frame: Frame, copy: CopyProcess, limits: Comparing): Promise<Reply | Failure> {
  const server = copy.serverFor(frame.recording.server)
  if (server === undefined) return Promise.resolve({ failure: 'the copy has ended' })
  return repeat(frame, server, limits)
}

/** The response of the program is for the same request, if it is about the same. */
function isComparable(original: Reply, express: Reply): boolean {
  return original.status === express.status && original.size === original.body.length
}

/** Express 4 and 3 do not catch rejections: the client waits, or the process ends. webapp handles them as errors. */
function isReportedError(webapp: Reply | Failure, { major = 5 }: Comparing): webapp is Reply {
  return major < 5 && !isFailure(webapp) && webapp.status >= 400
}

function countEqual(route: RouteStatistics, rows: Iterable<string>): void {
  route.compared++
  route.equal++
  route.addDeclared(rows)
}

interface Outcome {
  readonly last: { readonly express: Reply | Failure; readonly webapp: Reply | Failure } | undefined
  readonly differences: readonly Difference[]
}

function countDifferent(
  frame: Frame,
  route: RouteStatistics,
  { last, differences }: Outcome,
): void {
  if (last === undefined) {
    route.addLost('a copy was not running')
    return
  }
  if (isFailure(last.express)) {
    route.addLost(`the copy on Express: ${last.express.failure}`)
    return
  }
  route.compared++
  const { express, webapp } = last
  const found: readonly Difference[] = isFailure(webapp)
    ? [{ part: 'connection', express: `${express.status}`, webapp: webapp.failure }]
    : differences
  route.addExample({ frame, express, webapp, differences: found })
}
