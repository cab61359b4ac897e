import { arch, platform } from 'node:process'
import { maskHeaders, maskUrl } from '../../dev/errors/mask.ts'
import { bodyText, type Difference } from '../compare/compare.ts'
import type { CopyProcess } from '../copy-process.ts'
import { type Failure, isFailure, originalReply, type Reply } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import type { Wish } from '../protocol.ts'
import type { Example, RouteStatistics, Statistics } from '../statistics.ts'
import { firstDifference } from './first-difference.ts'
import { maskText } from './mask-text.ts'
import { unseenRoutes } from './unseen.ts'

/** Characters of a body in the report. */
const SHOWN = 2000

/** The report file, and what the table and the page show. */
export interface Report {
  readonly program: string
  readonly copy: string
  /** The dialect of the copy, if `--to` was given. */
  readonly dialect: string | undefined
  readonly node: string
  readonly started: string
  readonly written: string
  readonly sample: number
  readonly requests: {
    readonly received: number
    readonly compared: number
    readonly different: number
    readonly lost: number
    readonly dropped: number
    /** Not yet compared. */
    readonly waiting: number
  }
  readonly routes: readonly RouteReport[]
  /** Routes of the program without a repeated request, such as `GET /users/:id`. */
  readonly unseen: readonly string[]
  readonly copies: readonly CopyReport[]
}

/** `ready`: all responses are equal. `lost`: no response could be compared. */
export type Verdict = 'ready' | 'different' | 'lost'

export interface RouteReport {
  readonly route: string
  readonly verdict: Verdict
  readonly compared: number
  readonly equal: number
  readonly different: number
  readonly lost: number
  /** Why the first of the lost requests was not compared. */
  readonly firstLost: string | undefined
  /** Rows of docs/differences.md, with the number of responses that show them. */
  readonly declared: Readonly<Record<string, number>>
  /** Headers, or `body`, whose values differ between two responses of Express. */
  readonly changing: readonly string[]
  /** Equal on both copies, but with another status than that of the program. */
  readonly unlikeProgram: number
  readonly firstUnlike: { readonly program: number; readonly copies: number } | undefined
  readonly examples: readonly ExampleReport[]
}

export interface ExampleReport {
  readonly request: { readonly line: string; readonly headers: readonly Header[] }
  readonly differences: readonly DifferenceReport[]
  readonly program: ReplyReport
  readonly express: ReplyReport
  readonly webapp: ReplyReport
}

type Header = readonly [name: string, value: string]

export interface DifferenceReport {
  /** Such as `header etag`, or `body, at items[2].name`. */
  readonly place: string
  readonly express: string
  readonly webapp: string
}

export interface ReplyReport {
  readonly failure?: string
  readonly status?: number
  readonly headers?: readonly Header[]
  readonly size?: number
  readonly body?: string
}

export interface CopyReport {
  readonly name: string
  readonly ends: number
  readonly lastEnd: string | undefined
  readonly wishes: readonly Wish[]
}

/** Whether a route is different, or nothing could be compared. */
export function needsLook(report: Report): boolean {
  const { compared, different } = report.requests
  return different > 0 || compared === 0
}

export function createReport(
  { file, copyFile, options }: Plan,
  statistics: Statistics,
  copies: readonly CopyProcess[],
): Report {
  const routes = [...statistics.routes.values()].map(reportRoute)
  const sum = (count: (route: RouteReport) => number) =>
    routes.reduce((total, route) => total + count(route), 0)
  return {
    program: file,
    copy: copyFile,
    dialect: options.to,
    node: `${process.version} ${platform} ${arch}`,
    started: statistics.started.toISOString(),
    written: new Date().toISOString(),
    sample: options.sample,
    requests: {
      received: statistics.seen,
      compared: sum(({ compared }) => compared),
      different: sum(({ different }) => different),
      lost: sum(({ lost }) => lost),
      dropped: statistics.dropped,
      waiting: statistics.waiting,
    },
    routes: routes.sort((one, other) => rank(one) - rank(other) || other.compared - one.compared),
    unseen: unseenRoutes(
      copies.flatMap((copy) => copy.routes),
      { names: statistics.routes.keys(), paths: statistics.loosePaths },
      options.methods,
    ),
    copies: copies.map(({ name, ends, lastEnd, wishes }) => ({
      ...{ name, ends, wishes },
      lastEnd: lastEnd && maskText(`${lastEnd.reason}\n${lastEnd.output}`.trim()),
    })),
  }
}

function rank({ verdict }: RouteReport): number {
  return ['different', 'lost', 'ready'].indexOf(verdict)
}

function reportRoute(route: RouteStatistics): RouteReport {
  const { name, compared, equal, different, lost, firstLost } = route
  const { unlikeProgram, firstUnlike } = route
  return {
    route: name,
    verdict: different > 0 ? 'different' : compared > 0 ? 'ready' : 'lost',
    ...{ compared, equal, different, lost, firstLost, unlikeProgram, firstUnlike },
    declared: Object.fromEntries(route.declared),
    changing: [...route.changing],
    examples: route.examples.map(reportExample),
  }
}

function reportExample({ frame, express, webapp, differences }: Example): ExampleReport {
  const { method, url, headers } = frame.recording
  const pairs = headers.flatMap((name, at): Header[] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
  )
  return {
    request: { line: `${method} ${maskUrl(url)}`, headers: maskHeaders(pairs) },
    differences: differences.map(reportDifference),
    program: reportReply(originalReply(frame)),
    express: reportReply(express),
    webapp: reportReply(webapp),
  }
}

function reportDifference({ part, name, express, webapp }: Difference): DifferenceReport {
  if (part === 'body') return firstDifference(express ?? '', webapp ?? '')
  if (name === undefined) return { place: part, express: express ?? '', webapp: webapp ?? '' }
  const [one, other] = [express, webapp].map((value) =>
    value === undefined ? '(none)' : mask(name, value),
  )
  return { place: `header ${name}`, express: one ?? '', webapp: other ?? '' }
}

function mask(name: string, value: string): string {
  const lines = value.split('\n').map((line): Header => [name, line])
  return maskHeaders(lines)
    .map(([, line]) => line)
    .join('\n')
}

function reportReply(reply: Reply | Failure): ReplyReport {
  if (isFailure(reply)) return reply
  const { status, headers, size } = reply
  const text = maskText(bodyText(reply))
  const body = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return { status, headers: maskHeaders(headers), size, body }
}
