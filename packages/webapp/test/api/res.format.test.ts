import { expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.format(handlers)', ['5.x', '4.x'], (t) => {
  it.each([
    ['text/html', '<p>hey</p>', 'text/html; charset=utf-8'],
    ['text/plain', 'hey', 'text/plain; charset=utf-8'],
    ['application/json', '"hey"', 'application/json; charset=utf-8'],
    ['text/html; q=.5, application/json, */*; q=.1', '"hey"', 'application/json; charset=utf-8'],
    ['*/*', 'hey', 'text/plain; charset=utf-8'],
    [undefined, 'hey', 'text/plain; charset=utf-8'],
  ])('answers Accept %j with what it likes best', async (accept, text, type) => {
    greet(t.app)
    const answer = await t.request('/', accept === undefined ? {} : { headers: { Accept: accept } })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(text)
    expect(answer.headers['content-type']).toBe(type)
    expect(answer.headers.vary).toBe('Accept')
  })

  it('takes extensions as names of types', async () => {
    t.app.get('/', (_req, res) => {
      res.format({ txt: () => res.send('text'), html: () => res.send('html') })
    })
    const answer = await t.request('/', { headers: { Accept: 'text/html' } })
    expect(answer.text).toBe('html')
  })

  it('fails with 406 and the offered types when nothing fits', async () => {
    greet(t.app)
    t.app.use(
      (err: { status: number; types: string[] }, _req: unknown, res: Reply, _n: unknown) => {
        res.status(err.status).send(err.types.join())
      },
    )
    const answer = await t.request('/', { headers: { Accept: 'foo/bar' } })
    expect(answer.status).toBe(406)
    expect(answer.text).toBe('text/plain,text/html,application/json')
    expect(answer.headers.vary).toBe('Accept')
  })

  it('calls the default with nothing fitting, and sets no type of its own', async () => {
    t.app.get('/', (_req, res) => {
      res.format({
        text: () => res.send('text'),
        default: () => res.send(`type=${res.get('Content-Type')}`),
      })
    })
    const answer = await t.request('/', { headers: { Accept: 'foo/bar' } })
    expect(answer.text).toBe('type=undefined')
  })

  it('calls the default when there is nothing else', async () => {
    t.app.get('/', (_req, res) => res.format({ default: () => res.send('default') }))
    expect((await t.request('/')).text).toBe('default')
  })

  it('gives handlers the request, the response and next', async () => {
    t.app.get('/', (req, res) => {
      res.format({
        text: (q, s, next) => (q === req && s === res ? next() : s.send('strangers')),
      })
    })
    t.app.get('/', (_req, res) => res.send('next'))
    expect((await t.request('/')).text).toBe('next')
  })

  it('adds to Vary', async () => {
    t.app.get('/', (_req, res) => {
      res.vary('Origin').format({ text: () => res.send('x') })
    })
    expect((await t.request('/')).headers.vary).toBe('Origin, Accept')
  })

  it('hands the error of a handler on', async () => {
    t.app.get('/', (_req, res) => {
      res.format({
        text: () => {
          throw new Error('in format')
        },
      })
    })
    expect((await t.request('/')).text).toContain('in format')
  })
})

function greet(app: Express): void {
  app.get('/', (_req, res) => {
    res.format({
      'text/plain': () => res.send('hey'),
      'text/html': () => res.send('<p>hey</p>'),
      'application/json': () => res.json('hey'),
    })
  })
}

interface Reply {
  status(code: number): Reply
  send(body: string): unknown
}
