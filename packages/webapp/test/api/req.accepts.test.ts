import { describe, expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('req.accepts() and its siblings', ['5.x', '4.x'], (t) => {
  async function ask(headers: Record<string, string>, question: (req: Request) => unknown) {
    t.app.get('/', (req, res) => res.json(question(req)))
    return (await t.request('/', { headers })).json()
  }

  describe('req.accepts(types)', () => {
    it.each([10, 200])('reads %i types with commas and semicolons in quotes', async (count) => {
      const accept = `${'text/plain;a="b,c;d";q=0.5, '.repeat(count)}text/html, application/json;q=0.9`
      expect(await ask({ Accept: accept }, (req) => req.accepts('json', 'html'))).toBe('html')
    })
  })
})

describeDialects('req.acceptsCharset(), acceptsEncoding() and acceptsLanguage()', ['4.x'], (t) => {
  it.each([
    ['acceptsCharset', 'Accept-Charset', 'utf-8, latin1;q=.5', 'utf-8'],
    ['acceptsEncoding', 'Accept-Encoding', 'gzip, br;q=.5', 'gzip'],
    ['acceptsLanguage', 'Accept-Language', 'en, de;q=.5', 'en'],
  ] as const)('req.%s is the older name', async (member, header, value, best) => {
    t.app.get('/', (req, res) => res.json([req[member](best), req[member]('none'), req[member]()]))
    const notices = await noticesOf(async () => {
      const [yes, no, all] = (await t.request('/', { headers: { [header]: value } })).json() as [
        string,
        boolean,
        string[],
      ]
      expect([yes, no, all[0]]).toEqual([best, false, best])
    })
    expect(new Set(notices)).toEqual(new Set([`req.${member}: Use ${member}s instead`]))
  })
})
