import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { slugify as anchorOf } from '../../../../../../site/markdown/slugify.ts'
import { knownError } from '../../../../src/app/hints/known-errors.ts'

const page = readFileSync(new URL('../../../../../../docs/errors.md', import.meta.url), 'utf8')

/** The headings of a part of the page. */
function headingsOf(part: string): string[] {
  const [, text = ''] = page.split(`\n## ${part}\n`)
  return [...(text.split('\n## ')[0] ?? '').matchAll(/^### (.+)$/gm)].map(
    ([, heading = '']) => heading,
  )
}

/** The fix of a section without its markup. */
function fixIn(heading: string): string {
  const [, section = ''] = page.split(`\n### ${heading}\n`)
  const [, fix = ''] = (section.split(/\n##+ /)[0] ?? '').split('**Fix:** ')
  return fix.replaceAll('`', '').replaceAll('\n', ' ')
}

/** Errors whose sections are not named after their messages. */
const others: Readonly<Record<string, object>> = {
  'Unexpected token in JSON': { type: 'entity.parse.failed' },
  'unsupported charset, content encoding unsupported': { type: 'charset.unsupported' },
  'request entity too large': { type: 'entity.too.large' },
  'stream is not readable': { type: 'stream.not.readable' },
  'request aborted': { type: 'request.aborted' },
  'too many parameters': { type: 'parameters.too.many' },
  'Cannot set headers after they are sent to the client': { code: 'ERR_HTTP_HEADERS_SENT' },
  'Failed to decode param': { message: "Failed to decode param '%'" },
  'Cannot set property query': { message: 'Cannot set property query of #<x> which has only' },
  'Failed to lookup view': { message: 'Failed to lookup view "x" in views directory "y"' },
  'Invalid status code': { message: 'Invalid status code: "200". Status code must be an integer.' },
}

/** A 404 is no error, and an error about `req.body` has a hint of its own. */
const apart = ['Cannot GET', 'Cannot read properties of undefined, from req.body']

it.each(
  ['Requests', 'Responses'].flatMap(headingsOf).filter((heading) => !apart.includes(heading)),
)('names the section %s', (heading) => {
  expect(knownError(others[heading] ?? new Error(heading))?.section).toBe(anchorOf(heading))
})

it.each([...page.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading))(
  'has the fix of the section %s, if it knows the error',
  (heading) => {
    const known = knownError(
      others[heading] ?? { code: heading.split(' ').at(-1), message: heading },
    )
    if (known !== undefined) expect(fixIn(heading)).toContain(known.fix)
  },
)

it('names the section about a port in use', () => {
  expect(headingsOf('Registration')).toContain('listen EADDRINUSE')
  expect(knownError({ code: 'EADDRINUSE' })?.section).toBe('listen-eaddrinuse')
})

it.each([undefined, null, 'text', 0, {}, new Error('mine'), { message: 5, code: 7 }])(
  'has no section for %o',
  (error) => {
    expect(knownError(error)).toBeUndefined()
  },
)
