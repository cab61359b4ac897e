import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const HOUR = 3_600_000

describeDialects('webapp.timeout(ms, options)', ['3.x'], (t) => {
  it('is cleared by the end of the connection', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const clear = vi.spyOn(globalThis, 'clearTimeout')
    const timer = () =>
      set.mock.results.filter((_result, at) => set.mock.calls[at]?.[1] === HOUR).at(-1)?.value
    const isCleared = () => clear.mock.calls.flat().includes(timer())
    t.app.use(t.webapp.timeout(HOUR))
    const handled = new Promise<boolean>((resolve) => {
      t.app.use(() => resolve(isCleared()))
    })
    const socket = connect(await t.port(), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await handled).toBe(false)
    socket.destroy()
    await expect.poll(isCleared).toBe(true)
    vi.restoreAllMocks()
  })

  it('rejects a time that it does not understand', () => {
    expect(() => t.webapp.timeout('soon')).toThrow('timeout() time "soon" is invalid')
  })
})
