import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type BodyCase, jsonText, type Parser } from './body-requests.ts'

const limit = fc.constantFrom<unknown>(5, 50, 300, '1kb', '100kb')

function parserOf(
  name: Parser['name'],
  own: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Parser> {
  return fc.record({ limit, ...own }, { requiredKeys: [] }).map((options) => ({ name, options }))
}

const large = fc.constantFrom<unknown>('100kb', 100_000)
const strict = fc.boolean()
const inflate = fc.boolean()

/** One to three parsers of 3.x in a row. */
export const parsers3: fc.Arbitrary<readonly Parser[]> = fc.array(
  fc.oneof(
    parserOf('json', { strict, inflate, reviver: fc.constantFrom(null, 'reviver without a') }),
    parserOf('urlencoded', { inflate, extended: fc.boolean() }),
    // A form with files that is too large ends the connection of the original.
    parserOf('bodyParser', { strict, limit: large }),
    parserOf('multipart', { limit: large }),
  ),
  { minLength: 1, maxLength: 3 },
)

const charset = fc.constantFrom('', '', '; charset=utf-8', ';charset=UTF-8', '; charset=nonsense')

// Brackets balance, lists are short, values are there and names are used in one way only: the rest
// is read by another version of qs (W-034).
const name = fc.constantFrom(
  'a',
  'b',
  'c[x]',
  'c[y]',
  'd[]',
  'e[0]',
  'e[1]',
  'f[g][h]',
  'long%20name',
)
const value = fc.constantFrom('x', '1', '%41', '%c3%a9', 'a+b', 'é', '%26', 'a.b', '__proto__')
const form = fc
  .array(
    fc.tuple(name, value).map(([key, text]) => `${key}=${text}`),
    { maxLength: 5 },
  )
  .map((pairs) => pairs.join('&'))

interface Part {
  readonly field: string
  readonly content: string
  readonly file?: string | undefined
}

const part: fc.Arbitrary<Part> = fc.record({
  field: fc.constantFrom('a', 'b', 'c[x]', 'd[]', 'text'),
  content: fc.constantFrom('x', 'é', 'two\r\nlines', '--not', '<b>', 'x'.repeat(100)),
  file: fc.constantFrom(undefined, undefined, 'plan.txt', 'no extension', 'é.png'),
})

function toMultipart(parts: readonly Part[]): string {
  const written = parts.map(({ field, content, file }) => {
    const filename = file === undefined ? '' : `; filename="${file}"\r\nContent-Type: text/plain`
    return `--edge\r\nContent-Disposition: form-data; name="${field}"${filename}\r\n\r\n${content}\r\n`
  })
  return `${written.join('')}--edge--\r\n`
}

const typed = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(
      jsonText,
      charset.map((rest) => `application/json${rest}`),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(jsonText, fc.constantFrom('application/x+json', 'text/json')) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      form,
      charset.map((rest) => `application/x-www-form-urlencoded${rest}`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.array(part, { minLength: 1, maxLength: 4 }).map(toMultipart),
      fc.constant('multipart/form-data; boundary=edge'),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(form, fc.constantFrom('text/plain', 'nonsense')) },
)

const codings: Record<string, (content: string) => Buffer> = {
  '': (content) => Buffer.from(content),
  gzip: gzipSync,
  deflate: deflateSync,
}

export const bodyCase3: fc.Arbitrary<BodyCase> = fc
  .tuple(
    typed,
    fc.constantFrom('', '', '', 'gzip', 'deflate'),
    fc.option(fc.integer({ min: 1, max: 40 })),
    fc.constantFrom('POST', 'POST', 'PUT', 'GET', 'DELETE'),
  )
  .map(([[content, type], coding, chunks, method]) => {
    const encoding = type.startsWith('multipart') ? '' : coding
    const encode = codings[encoding] as (text: string) => Buffer
    return {
      content: encode(content),
      request: { type, method, ...(encoding && { encoding }), ...(chunks && { chunks }) },
    }
  })
