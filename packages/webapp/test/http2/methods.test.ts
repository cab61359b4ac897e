import { expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

describeDialects('methods by HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  it.each(['get', 'Get', 'pOST', 'foo'])('are case-sensitive: %s is refused', async (method) => {
    const seen: string[] = []
    const app = t.app as unknown as Express
    app.use((req, _res, next) => {
      seen.push(req.method)
      next()
    })
    app.get('/', (_req, res) => res.send('got'))
    app.post('/', (_req, res) => res.send('posted'))
    const link = await startHttp2(app)
    const { status, text, reset } = await link.ask('/', { method })
    expect({ status, reset }).toEqual({ status: 400, reset: 0 })
    expect(text).toContain('Bad Request')
    expect((await link.ask('/')).text).toBe('got')
    expect(seen).toEqual(['GET'])
  })

  it('may be changed by middleware, in any spelling', async () => {
    const app = t.app as unknown as Express
    app.use((req, _res, next) => {
      req.method = 'delete'
      next()
    })
    app.delete('/', (_req, res) => res.send('deleted'))
    expect((await (await startHttp2(app)).ask('/')).text).toBe('deleted')
  })
})
