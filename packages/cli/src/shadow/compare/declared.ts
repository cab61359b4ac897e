import { escapeHtml } from '../../dev/errors/html.ts'
import type { Reply } from '../exchange.ts'
import type { Recording } from '../protocol.ts'
import { bodyText, type Difference } from './compare.ts'
import { dialectRow } from './dialect-rows.ts'

/** A difference in its context. */
export interface Context {
  readonly recording: Recording
  readonly express: Reply
  readonly webapp: Reply
  /** The Express of the control; undefined if it cannot be told. */
  readonly major: number | undefined
  /** The dialect of webapp, if it is not that of the control. */
  readonly to?: number | undefined
}

interface Declared {
  /** A row of docs/differences.md, or the words in which that page declares it. */
  readonly row: string
  readonly majors?: readonly number[]
  explains(difference: Difference, context: Context): boolean
}

const isHeader = (difference: Difference, pattern: RegExp) =>
  difference.part === 'header' && pattern.test(difference.name ?? '')

function requestHeader({ recording: { headers } }: Context, wanted: string): string | undefined {
  const at = headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === wanted)
  return at === -1 ? undefined : headers[at + 1]
}

const hasHeader = ({ recording: { headers } }: Context, pattern: RegExp) =>
  headers.some((name, at) => at % 2 === 0 && pattern.test(name))

/** The first value of X-Forwarded-Proto, if webapp does not accept it. */
function forwardedProtocol(context: Context): string | undefined {
  const [first] = (requestHeader(context, 'x-forwarded-proto') ?? '').split(',')
  const value = first?.trim() ?? ''
  return value === '' || /^https?$/i.test(value) ? undefined : value
}

/** A text without the names of protocols, as programs put them into links: also encoded or escaped. */
function withoutProtocol(text: string, forwarded: string): string {
  return [forwarded, encodeURI(forwarded), escapeHtml(forwarded)]
    .reduce((rest, name) => rest.replaceAll(name, ''), text)
    .replaceAll(/https?/g, '')
}

/** The statuses that conditions and ranges decide about. */
const CONDITIONAL: ReadonlySet<number> = new Set([200, 206, 304, 412, 416])

/** Conditions and ranges that 3.x ignores, or evaluates in another way. */
function hasCondition(context: Context): boolean {
  if (hasHeader(context, /^(?:if-match|if-unmodified-since)$/i)) return true
  const [range = '', match = ''] = ['range', 'if-none-match'].map((name) =>
    requestHeader(context, name),
  )
  return /,|^(?!bytes=)./i.test(range) || match.includes('W/')
}

/** Headers of a file, and of the page that takes its place. */
const OF_FILE =
  /^(?:accept-ranges|cache-control|content-(?:encoding|length|range|security-policy|type)|etag|expires|last-modified|transfer-encoding|vary|x-content-type-options)$/

const OF_SENT_FILE: ReadonlySet<number> = new Set([200, 206, 304])

function isFile({ headers }: Reply): boolean {
  return headers.some(([name]) => /^(?:accept-ranges|last-modified)$/i.test(name))
}

/** Characters that a path may contain as they are, with a percent sign; empty and dotted segments. */
function isUnusual(path: string): boolean {
  return /%(?:2[146-9a-f]|3[\dabd]|4[\da-f]|5[\daf]|6[1-9a-f]|7[\dae])|\/\/|\/\.\.?(?:\/|$)/i.test(
    path,
  )
}

/** The declared differences that a response shows. */
const DECLARED: readonly Declared[] = [
  {
    row: 'X-Powered-By',
    explains: (difference) =>
      isHeader(difference, /^x-powered-by$/) &&
      difference.express === 'Express' &&
      difference.webapp === 'webapp',
  },
  {
    row: 'W-001',
    explains: (difference, context) => {
      const forwarded = forwardedProtocol(context)
      if (forwarded === undefined || difference.part === 'status') return false
      // They follow from the body.
      const isOfBody = isHeader(difference, /^(?:etag|content-length)$/)
      const { express: one, webapp: other } = isOfBody
        ? { express: bodyText(context.express), webapp: bodyText(context.webapp) }
        : difference
      if (one === undefined || other === undefined || one === other) return false
      return withoutProtocol(one, forwarded) === withoutProtocol(other, forwarded)
    },
  },
  {
    row: 'W-017',
    explains: (difference, { recording: { url } }) =>
      isHeader(difference, /^location$/) && /^https?:\/\//i.test(url),
  },
  {
    row: 'W-018',
    explains: (difference, { recording: { url } }) =>
      isHeader(difference, /^location$/) && /[\\<]/.test(url),
  },
  {
    row: 'W-031',
    majors: [3],
    explains: (difference, { express }) =>
      express.status >= 400 &&
      isHeader(difference, /^content-(?:encoding|language|range)$/) &&
      difference.webapp === undefined,
  },
  {
    row: 'W-035',
    majors: [3],
    explains: (difference, context) => {
      const { express, webapp } = context
      const isDecided = [express, webapp].every(({ status }) => CONDITIONAL.has(status))
      if (!isDecided || express.status === webapp.status || !hasCondition(context)) return false
      return difference.part === 'status' || isHeader(difference, OF_FILE)
    },
  },
  {
    row: 'W-036',
    majors: [3],
    explains: (difference, { recording: { url } }) =>
      isHeader(difference, /^content-type$/) && /\.\w+(?:\?|$)/.test(url),
  },
  {
    row: 'W-055',
    majors: [3],
    explains: (difference, { express }) =>
      express.status >= 300 &&
      isHeader(difference, /^content-security-policy$/) &&
      difference.express === undefined &&
      difference.webapp === "default-src 'none'",
  },
  {
    row: 'W-057',
    majors: [3],
    explains: (difference, { recording: { url } }) =>
      /^\/favicon\.ico(?:\?|$)/.test(url) &&
      (difference.part === 'body' || isHeader(difference, /^(?:etag|content-length)$/)),
  },
  {
    row: 'W-090',
    explains: (difference, { recording: { url }, express, webapp }) =>
      OF_SENT_FILE.has(express.status) &&
      webapp.status === 404 &&
      isFile(express) &&
      isUnusual(url.replace(/^\w+:\/\/[^/]*/, '').replace(/\?.*/s, '')) &&
      (difference.part === 'status' || isHeader(difference, OF_FILE)),
  },
  {
    row: 'W-099',
    majors: [3],
    explains: (difference, { webapp }) =>
      webapp.headers.some(([name, value]) => /^content-encoding$/i.test(name) && value === 'br') &&
      isHeader(difference, /^(?:content-encoding|content-length|transfer-encoding)$/),
  },
]

/** 500 where Express sends nothing, because it does not catch a rejection. */
export const UNCAUGHT_REJECTION = 'W-021'

/** For the test that compares them with docs/differences.md. */
export const DECLARED_ROWS: readonly string[] = [
  ...DECLARED.map(({ row }) => row),
  UNCAUGHT_REJECTION,
]

/** The row of docs/differences.md or docs/dialects.md that declares a difference. */
export function declaredRow(difference: Difference, context: Context): string | undefined {
  const { major } = context
  const found = DECLARED.find(
    ({ majors, explains }) =>
      (majors === undefined || major === undefined || majors.includes(major)) &&
      explains(difference, context),
  )
  if (found !== undefined) return found.row
  if (isStackAlone(difference, context)) return STACK_FRAMES
  const { express, webapp, to } = context
  if (major === undefined || to === undefined) return undefined
  return dialectRow(difference, { express, webapp, from: major, to })
}

/** Error pages of development name the files of the framework. */
export const STACK_FRAMES = 'stack frames'

function isStackAlone(difference: Difference, { express, webapp }: Context): boolean {
  const { part, express: one = '', webapp: other = '' } = difference
  if (express.status < 400 || express.status !== webapp.status) return false
  if (part !== 'body') return false
  const [first, second] = [one, other].map(withoutFrames)
  return first === second && first !== one
}

function withoutFrames(text: string): string {
  return text
    .replace(/<li>(?: |&nbsp;)*at [^<]*<\/li>/g, '')
    .replace(/(?:<br>(?: |&nbsp;)+|\\n +|\n +)at [^\n<\\"]*/g, '')
}
