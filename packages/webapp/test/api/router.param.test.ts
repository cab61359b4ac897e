import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('router.param(name, callback)', ['5.x', '4.x'], (t) => {
  it('runs for the routes of its router only', async () => {
    const router = t.webapp.Router()
    const calls: unknown[] = []
    const returned = router.param('id', (_req, _res, next, value, name) => {
      calls.push([name, value])
      next()
    })
    expect(returned).toBe(router)
    router.get('/in/:id', (_req, res) => res.end())
    t.app.use(router)
    t.app.get('/out/:id', (_req, res) => res.end())
    await t.request('/in/1')
    await t.request('/out/2')
    expect(calls).toEqual([['id', '1']])
  })

  it('does not run for parameters that come from the parent', async () => {
    const router = t.webapp.Router({ mergeParams: true })
    let runs = 0
    router.param('id', (_req, _res, next) => next(void runs++))
    router.get('/x', (req, res) => res.json(req.params))
    t.app.use('/:id', router)
    expect((await t.request('/7/x')).json()).toEqual({ id: '7' })
    expect(runs).toBe(0)
  })

  it('waits for promises no longer than until next, and forwards their rejection', async () => {
    const router = t.webapp.Router()
    router.param('id', async (_req, _res, next, value) => {
      await null
      if (value === 'bad') throw new Error('bad id')
      next()
    })
    router.get('/:id', (req, res) => res.send(req.params.id))
    t.app.use(router)
    expect((await t.request('/good')).text).toBe('good')
    expect((await t.request('/bad')).text).toContain('bad id')
  })
})

describeDialects('router.param(name, callback) of 5.x', ['5.x'], (t) => {
  it('takes one name at a time', () => {
    const router = t.webapp.Router()
    expect(() => router.param(['a', 'b'] as never, () => {})).toThrow(
      new TypeError('argument name must be a string'),
    )
  })
})

describeDialects('router.param(name, callback) of 4.x', ['4.x'], (t) => {
  it('runs for the name that a key of a layer has now', async () => {
    const router = t.webapp.Router()
    router.param('new', (_req, res, next) => {
      res.set('X-Called', 'yes')
      next()
    })
    router.get('/:old', (req, res) => res.json(req.params))
    t.app.use(router)
    expect((await t.request('/1')).text).toBe('{"old":"1"}')
    const [layer] = router.stack as unknown as { keys: { name: string }[] }[]
    for (const key of layer?.keys ?? []) key.name = 'new'
    const answer = await t.request('/2')
    expect(answer.text).toBe('{"new":"2"}')
    expect(answer.headers['x-called']).toBe('yes')
  })
})
