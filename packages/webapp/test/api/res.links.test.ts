import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.links(links)', ['5.x', '4.x', '3.x'], (t) => {
  it('sets Link with one entry for each relation', async () => {
    t.app.get('/', (_req, res) => res.links({ next: '/?page=2', last: '/?page=5' }).end())
    expect((await t.request('/')).headers.link).toBe(
      '</?page=2>; rel="next", </?page=5>; rel="last"',
    )
  })

  it('adds to the links of earlier calls', async () => {
    t.app.get('/', (_req, res) => res.links({ next: '/2' }).links({ prev: '/0' }).end())
    expect((await t.request('/')).headers.link).toBe('</2>; rel="next", </0>; rel="prev"')
  })

  it('takes several addresses for one relation', async () => {
    t.app.get('/', (_req, res) => res.links({ alternate: ['/a', '/b'] }).end())
    const link = {
      '5.x': '</a>; rel="alternate", </b>; rel="alternate"',
      '4.x': '</a,/b>; rel="alternate"',
      '3.x': '</a,/b>; rel="alternate"',
    }
    expect((await t.request('/')).headers.link).toBe(link[t.dialect])
  })

  it('refuses line breaks', async () => {
    t.app.get('/', (_req, res) => res.links({ next: '/\r\nX-Evil: 1' }).end())
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.headers['x-evil']).toBeUndefined()
  })
})

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
