import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const HOUR = 3_600_000

interface TimedRequest extends IncomingMessage {
  timedout: boolean
  clearTimeout(): void
}

describeDialects('webapp.timeout(ms, options)', ['3.x'], (t) => {
  const timed = (req: unknown) => req as TimedRequest

  it('responds with 503 when the time is over', async () => {
    t.app.use(t.webapp.timeout(5))
    t.app.use((req) => expect(timed(req).timedout).toBe(false))
    t.app.use(
      (err: Error, req: unknown, res: { send: (...args: unknown[]) => void }, _next: unknown) => {
        const { status, code, timeout, message } = err as Error & Record<string, unknown>
        res.send(503, { status, code, timeout, message, timedout: timed(req).timedout })
      },
    )
    const answer = await t.request('/')
    expect([answer.status, answer.json()]).toEqual([
      503,
      {
        status: 503,
        code: 'ETIMEDOUT',
        timeout: 5,
        message: 'Response timeout',
        timedout: true,
      },
    ])
  })

  it('emits the event timeout alone if it shall not respond', async () => {
    t.app.use(t.webapp.timeout('5ms', { respond: false }))
    t.app.use((req, res) => {
      req.on('timeout', (time: number) => res.send(`${time} ${timed(req).timedout}`))
    })
    expect((await t.request('/')).text).toBe('5 true')
  })

  it('is cleared by the request, by the headers and by the end of the connection', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    const timer = () =>
      set.mock.results.filter((_result, at) => set.mock.calls[at]?.[1] === HOUR).at(-1)?.value
    const isCleared = () => clear.mock.calls.flat().includes(timer())
    t.app.use(t.webapp.timeout(HOUR))
    t.app.get('/request', (req, res) => {
      timed(req).clearTimeout()
      res.send(String(isCleared()))
    })
    t.app.get('/headers', (_req, res) => {
      const before = isCleared()
      res.write(String(before))
      res.end(` ${isCleared()}`)
    })
    expect((await t.request('/request')).text).toBe('true')
    expect((await t.request('/headers')).text).toBe('false true')
    const handled = new Promise<void>((resolve) => {
      t.app.get('/connection', () => resolve())
    })
    const socket = connect(await t.port(), '127.0.0.1')
    socket.write('GET /connection HTTP/1.1\r\nHost: a\r\n\r\n')
    await handled
    socket.destroy()
    await expect.poll(isCleared).toBe(true)
    vi.restoreAllMocks()
  })

  it('rejects a time that it does not understand', () => {
    expect(() => t.webapp.timeout('soon')).toThrow('timeout() time "soon" is invalid')
  })
})
