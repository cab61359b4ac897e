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
