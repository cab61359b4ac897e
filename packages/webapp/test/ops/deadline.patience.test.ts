import { expect, it } from 'vitest'
import { deadline } from '../../src/ops.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

// Error handlers have five seconds to respond, so these tests take as long. They wait side by side.

describeDialects(
  'deadline(ms), if the error handlers do not respond',
  ['5.x', '4.x', '3.x'],
  (t) => {
    it('sends the status alone, and cuts off what they have begun', async () => {
      t.app.use(((_req: never, res: never, next: () => void) => {
        Object(res).setHeader('X-Kept', 'yes')
        // As of a session store that hangs.
        Object(res).end = () => res
        next()
      }) as never)
      t.app.use(deadline(20))
      t.app.get('/', () => {})
      t.app.get('/begun', () => {})
      t.app.get('/ended', () => {})
      t.app.use(((_error: Error, req: { url: string }, res: never, _next: never) => {
        if (req.url === '/begun') Object(res).write('begun')
        if (req.url === '/ended') Object(res).end('ended')
      }) as never)
      const link = await startHttp2(t.app as never)
      const [plain, ended, begun, http2Plain, http2Begun] = await Promise.all([
        t.request('/'),
        t.request('/ended'),
        t.request('/begun').catch((error: Error) => error),
        link.ask('/'),
        link.ask('/begun'),
      ])
      for (const answer of [plain, ended]) {
        expect(answer).toMatchObject({ status: 503, text: '' })
        expect(answer.headers).toMatchObject({ connection: 'close', 'x-kept': 'yes' })
      }
      expect(begun).toBeInstanceOf(Error)
      expect(http2Plain).toMatchObject({ status: 503, text: '', reset: 0 })
      expect(http2Begun.reset).toBe(2)
    })
  },
)
