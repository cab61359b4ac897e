import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.sendStatus(code)', ['5.x', '4.x'], (t) => {
  it('sends the registered text of the status as plain text', async () => {
    t.app.get('/', (_req, res) => res.sendStatus(201))
    const answer = await t.request('/')
    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe('Created')
  })

  it('sends the number when the status has no registered text', async () => {
    t.app.get('/', (_req, res) => res.sendStatus(599))
    const answer = await t.request('/')
    expect(answer.status).toBe(599)
    expect(answer.text).toBe('599')
  })

  it('replaces a Content-Type that was set before', async () => {
    t.app.get('/', (_req, res) => res.type('json').sendStatus(200))
    expect((await t.request('/')).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('sends no body with a status that has none', async () => {
    t.app.get('/', (_req, res) => res.sendStatus(204))
    const answer = await t.request('/')
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(answer.headers['content-type']).toBeUndefined()
  })

  it('refuses what is not a status', async () => {
    t.app.get('/', (_req, res) => res.sendStatus(undefined as never))
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('Invalid status code: undefined')
  })

  it('answers through res.send', async () => {
    t.app.use((_req, res, next) => {
      res.send = ((body: string) => res.end(`wrapped ${body}`)) as never
      next()
    })
    t.app.get('/', (_req, res) => res.sendStatus(418))
    expect((await t.request('/')).text).toBe("wrapped I'm a Teapot")
  })
})
