import type { Reply } from '../exchange.ts'
import { bodyText, type Difference } from './compare.ts'

/** The dialects that are compared: the Express of the control, and the copy on webapp. */
interface Upgrade {
  readonly express: Reply
  readonly webapp: Reply
  readonly from: number
  readonly to: number
}

interface DialectRow {
  /** A row of docs/dialects.md. */
  readonly row: string
  /** The newest dialect that still has the older behaviour. */
  readonly until: 3 | 4
  explains(difference: Difference, upgrade: Upgrade): boolean
}

const REDIRECT: Omit<DialectRow, 'until'> = {
  row: 'D-039',
  explains: ({ part }, { express, webapp }) =>
    part === 'body' &&
    [301, 302, 303, 307, 308].includes(express.status) &&
    redirectText(express) === redirectText(webapp),
}

/** What nearly every response of a program shows that moves to a newer dialect, and what no client depends on. */
const ROWS: readonly DialectRow[] = [
  {
    row: 'D-064',
    until: 3,
    explains: ({ name, express = '', webapp = '' }) =>
      name === 'etag' && lengthInTag(express, MD5) === lengthInTag(webapp, SHA1),
  },
  {
    // The middleware of 3.x announces a header that its successors do not read by default.
    row: 'D-021',
    until: 3,
    explains: ({ name, express, webapp }) =>
      name === 'vary' &&
      express?.split(', ').includes('X-HTTP-Method-Override') === true &&
      express
        .split(', ')
        .filter((each) => each !== 'X-HTTP-Method-Override')
        .join(', ') === (webapp ?? ''),
  },
  {
    row: 'D-075',
    until: 3,
    explains: ({ name, express = '', webapp }) =>
      name === 'content-type' && /^text\//.test(express) && webapp === `${express}; charset=utf-8`,
  },
  {
    row: 'D-083',
    until: 4,
    explains: ({ name, express, webapp }) =>
      name === 'content-type' && express?.replace(/charset=UTF-8$/, 'charset=utf-8') === webapp,
  },
  {
    row: 'D-043',
    until: 4,
    explains: ({ name, express = '', webapp = '' }) =>
      name === 'content-type' &&
      express.startsWith('application/javascript') &&
      /^text\/javascript(?:; charset=utf-8)?$/.test(webapp),
  },
  // Each of the three dialects has another page.
  { ...REDIRECT, until: 3 },
  { ...REDIRECT, until: 4 },
  {
    row: 'D-062',
    until: 3,
    explains: ({ part, name = '' }, { express, webapp }) =>
      (part === 'body' || OF_PAGE.test(name)) &&
      express.status >= 400 &&
      express.status === webapp.status &&
      bodyText(express).trim() === preText(webapp),
  },
  {
    row: 'D-078',
    until: 3,
    explains: ({ part, name = '' }, { express, webapp }) =>
      (part === 'status' || OF_PAGE.test(name)) &&
      express.status === 303 &&
      webapp.status === 301 &&
      locationOf(express)?.endsWith('/') === true &&
      locationOf(express) === locationOf(webapp),
  },
]

/** For the test that compares them with docs/dialects.md. */
export const DIALECT_ROWS: readonly string[] = [...new Set(ROWS.map(({ row }) => row))]

/** The row of docs/dialects.md that declares a difference between two dialects. */
export function dialectRow(difference: Difference, upgrade: Upgrade): string | undefined {
  const { from, to } = upgrade
  return ROWS.find(
    ({ until, explains }) => from <= until && to > until && explains(difference, upgrade),
  )?.row
}

const MD5 = /^(?:W\/)?"(\w+)-[\w+/]{22}"$/
const SHA1 = /^(?:W\/)?"(\w+)-[\w+/]{27}"$/

/** NaN, which equals nothing, if the tag has another form. */
function lengthInTag(tag: string, pattern: RegExp): number {
  return Number.parseInt(pattern.exec(tag)?.[1] ?? '', 16)
}

/** The headers of a page that the framework writes. */
const OF_PAGE = /^(?:content-(?:length|security-policy|type)|etag|x-content-type-options)$/

/** The text in a page of a redirect, without its elements. */
function redirectText(reply: Reply): string {
  const text = bodyText(reply)
  return text.replace(/<title>.*?<\/title>/s, '').replaceAll(/<[^>]*>/g, '')
}

function preText(reply: Reply): string | undefined {
  return /<pre>(.*)<\/pre>/s.exec(bodyText(reply))?.[1]?.trim()
}

function locationOf({ headers }: Reply): string | undefined {
  return headers.find(([name]) => /^location$/i.test(name))?.[1]
}
