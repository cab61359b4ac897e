import type { Reply } from '../exchange.ts'
import type { Recording } from '../protocol.ts'
import type { Difference } from './compare.ts'

/** A difference in its context. */
export interface Context {
  readonly recording: Recording
  readonly express: Reply
  readonly webapp: Reply
  /** The Express of the control; undefined if it cannot be told. */
  readonly major: number | undefined
}

interface Declared {
  /** A row of docs/differences.md, or the words in which that page declares it. */
  readonly row: string
  readonly majors?: readonly number[]
  explains(difference: Difference, context: Context): boolean
}

const isHeader = (difference: Difference, pattern: RegExp) =>
  difference.part === 'header' && pattern.test(difference.name ?? '')

const requestHeader = ({ recording: { headers } }: Context, wanted: string) =>
  headers[headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === wanted) + 1]

const hasHeader = ({ recording: { headers } }: Context, pattern: RegExp) =>
  headers.some((name, at) => at % 2 === 0 && pattern.test(name))

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
    explains: (_difference, context) =>
      hasHeader(context, /^x-forwarded-proto$/i) &&
      !/^\s*https?\s*(?:,|$)/i.test(requestHeader(context, 'x-forwarded-proto') ?? ''),
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
    explains: (_difference, context) =>
      hasHeader(context, /^(?:if-match|if-unmodified-since)$/i) ||
      /,/.test(requestHeader(context, 'range') ?? ''),
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
    explains: (_difference, { recording: { url }, express, webapp }) =>
      express.status === 200 &&
      webapp.status === 404 &&
      /%[2-7]|\/\/|\/\.\.?(?:\/|$)|%2f/i.test(url.replace(/\?.*/, '')),
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

/** The row that declares a difference. */
export function declaredRow(difference: Difference, context: Context): string | undefined {
  const { major } = context
  const found = DECLARED.find(
    ({ majors, explains }) =>
      (majors === undefined || major === undefined || majors.includes(major)) &&
      explains(difference, context),
  )
  return found?.row ?? (isStackAlone(difference, context) ? STACK_FRAMES : undefined)
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
  return text.replace(/(?:<br>(?: |&nbsp;)+|\\n +|\n +)at [^\n<\\"]*/g, '')
}
