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
    it.each([
      ['text/html', ['html'], 'html'],
      ['text/*, application/json', ['html'], 'html'],
      ['text/*, application/json', ['text/html'], 'text/html'],
      ['text/*, application/json', ['json', 'text'], 'json'],
      ['text/*, application/json', ['image/png'], false],
      ['text/*;q=.5, application/json', ['html', 'json'], 'json'],
      ['*/*', ['json', 'html'], 'json'],
      ['text/html', ['bogus'], false],
      ['', ['json'], 'json'],
    ])('for Accept %j and %j is %j', async (accept, types, expected) => {
      expect(await ask({ Accept: accept }, (req) => req.accepts(...types))).toBe(expected)
    })

    it.each([10, 200])('reads %i types with commas and semicolons in quotes', async (count) => {
      const accept = `${'text/plain;a="b,c;d";q=0.5, '.repeat(count)}text/html, application/json;q=0.9`
      expect(await ask({ Accept: accept }, (req) => req.accepts('json', 'html'))).toBe('html')
    })

    it('takes the first of the types when the client says nothing', async () => {
      expect(await ask({}, (req) => req.accepts('json', 'html'))).toBe('json')
    })

    it('takes a list', async () => {
      expect(await ask({ Accept: 'text/html' }, (req) => req.accepts(['json', 'html']))).toBe(
        'html',
      )
    })

    it('gives all types, the most liked first, when asked for none', async () => {
      const accept = 'text/html;q=.2, application/json, */*;q=.1'
      expect(await ask({ Accept: accept }, (req) => req.accepts())).toEqual([
        'application/json',
        'text/html',
        '*/*',
      ])
    })
  })

  describe('req.acceptsCharsets(charsets)', () => {
    it.each([
      ['utf-8', 'utf-8'],
      ['iso-8859-1', false],
      ['*', 'utf-8'],
      ['utf-8;q=0', false],
    ])('for Accept-Charset %j is %j', async (charset, expected) => {
      const headers = { 'Accept-Charset': charset }
      expect(await ask(headers, (req) => req.acceptsCharsets('utf-8'))).toBe(expected)
    })

    it('accepts any when the client says nothing', async () => {
      expect(await ask({}, (req) => [req.acceptsCharsets('utf-8'), req.acceptsCharsets()])).toEqual(
        ['utf-8', ['*']],
      )
    })
  })

  describe('req.acceptsEncodings(encodings)', () => {
    it('chooses what the client likes best', async () => {
      const headers = { 'Accept-Encoding': 'gzip;q=.5, deflate' }
      expect(
        await ask(headers, (req) => [
          req.acceptsEncodings('gzip', 'deflate'),
          req.acceptsEncodings('br'),
          req.acceptsEncodings(),
        ]),
      ).toEqual(['deflate', false, ['deflate', 'gzip', 'identity']])
    })

    it('has identity alone when the client says nothing', async () => {
      expect(
        await ask({}, (req) => [req.acceptsEncodings('gzip'), req.acceptsEncodings('identity')]),
      ).toEqual([false, 'identity'])
    })
  })

  describe('req.acceptsLanguages(languages)', () => {
    it('chooses what the client likes best', async () => {
      const headers = { 'Accept-Language': 'en;q=.5, en-us' }
      expect(
        await ask(headers, (req) => [
          req.acceptsLanguages('en'),
          req.acceptsLanguages(['en', 'en-us']),
          req.acceptsLanguages('es'),
          req.acceptsLanguages(),
        ]),
      ).toEqual(['en', 'en-us', false, ['en-us', 'en']])
    })

    it('accepts any when the client says nothing', async () => {
      expect(await ask({}, (req) => req.acceptsLanguages('es'))).toBe('es')
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
