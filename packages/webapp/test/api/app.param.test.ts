import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('app.param(name, callback)', ['5.x', '4.x'], (t) => {
  // Intended difference W-003.
  it('takes names that objects have members of', async () => {
    t.app.param('constructor', (_req, res, next, value) => next(void res.set('X-Value', value)))
    t.app.get('/a/:constructor', (_req, res) => res.end())
    t.app.get('/b/:hasOwnProperty/:__proto__', (req, res) => res.json(Object.keys(req.params)))
    expect((await t.request('/a/1')).headers['x-value']).toBe('1')
    const names = { '5.x': ['hasOwnProperty', '__proto__'], '4.x': ['hasOwnProperty'] }
    expect((await t.request('/b/1/2')).json()).toEqual(names[t.dialect])
  })
})

describeDialects('app.param(name, callback) of 4.x', ['4.x'], (t) => {
  // Intended difference W-021.
  it('passes on the rejection of a callback, and skips the route', async () => {
    t.app.param('id', () => Promise.reject(new Error('no user')))
    t.app.get('/:id', (_req, res) => res.send('never'))
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.send(err.message))
    expect((await t.request('/1')).text).toBe('no user')
  })

  it('takes a name with a colon, and tells to leave it out', async () => {
    t.app.get('/:id', (req, res) => res.send(req.params.id))
    const notices = await noticesOf(() => {
      t.app.param(':id', (req, _res, next, value) => {
        req.params.id = `<${value}>`
        next()
      })
    })
    expect(notices).toEqual(['router.param(":id", fn): Use router.param("id", fn) instead'])
    expect((await t.request('/7')).text).toBe('<7>')
  })
})

interface Reply {
  send(body: string): unknown
}
