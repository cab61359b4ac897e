import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.links with hostile values', ['5.x', '4.x', '3.x'], (t) => {
  async function linkOf(links: Record<string, string>): Promise<string> {
    t.app.get('/', (_req, res) => {
      res.links(links)
      res.end()
    })
    return String((await t.request('/')).headers.link)
  }

  it.each([
    ['/a>; rel="canonical", <http://evil.test', '/a%3E; rel=%22canonical%22, %3Chttp://evil.test'],
    ['/a>', '/a%3E'],
    ['/a"b', '/a%22b'],
    ['<a', '%3Ca'],
  ])('keeps the URL %j one link', async (url, sent) => {
    expect(await linkOf({ next: url })).toBe(`<${sent}>; rel="next"`)
  })

  it.each([
    [
      'next", <http://evil.test>; rel="canonical',
      'next%22, %3Chttp://evil.test%3E; rel=%22canonical',
    ],
    ['next"; anchor="/other', 'next%22; anchor=%22/other'],
    ['next\\', 'next%5C'],
    ['a>b', 'a%3Eb'],
  ])('keeps the relation %j one parameter', async (relation, sent) => {
    expect(await linkOf({ [relation]: '/a' })).toBe(`</a>; rel="${sent}"`)
  })

  it.each(['/a,b;c=d', "/it's?x=1&y=2#z", '/a b\\c', 'http://[::1]/%3E', 'm\u00fc'])(
    'sends the URL %j as it is',
    async (url) => {
      expect(await linkOf({ next: url })).toBe(`<${url}>; rel="next"`)
    },
  )

  it.each(['next', 'prev next', 'http://example.com/rel', 'a,b;c'])(
    'sends the relation %j as it is',
    async (relation) => {
      expect(await linkOf({ [relation]: '/a' })).toBe(`</a>; rel="${relation}"`)
    },
  )

  it.each(['\r\nSet-Cookie: a=b', '\0', '\n', '\u007f'])(
    'sends no header with %j',
    async (text) => {
      t.app.get('/', (_req, res) => {
        expect(() => res.links({ next: text })).toThrow()
        expect(() => res.links({ [text]: '/a' })).toThrow()
        res.end()
      })
      const { status, headers } = await t.request('/')
      expect([status, headers.link, headers['set-cookie']]).toEqual([200, undefined, undefined])
    },
  )
})
