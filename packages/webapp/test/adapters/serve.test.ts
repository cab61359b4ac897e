import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { serve } from '../../src/serve.ts'
import { describeDialects } from '../support/dialects.ts'

const local = { hostname: '127.0.0.1', port: 0 }

describeDialects('serve(app)', ['5.x', '4.x', '3.x'], (t) => {
  it('listens, and says where', async () => {
    t.app.get('/', (req, res) => res.send(`${req.ip} ${req.app === (t.app as never)}`))
    const { hostname, port, url, close } = await serve(t.app, local)
    expect([hostname, url]).toEqual(['127.0.0.1', `http://127.0.0.1:${port}/`])
    expect(await (await fetch(url)).text()).toBe('127.0.0.1 true')
    expect(await close()).toEqual({ forced: 0 })
    await expect(fetch(url)).rejects.toThrow()
  })

  it('closes as the application does: in-flight requests finish', async () => {
    let release = () => {}
    const arrived = new Promise<void>((resolve) => {
      t.app.get('/', (_req, res) => {
        release = () => void res.send('whole')
        resolve()
      })
    })
    const { url, close } = await serve(t.app, local)
    const response = fetch(url)
    await arrived
    const closed = close()
    expect(t.app.closing).toBe(true)
    release()
    expect(await (await response).text()).toBe('whole')
    expect(await closed).toEqual({ forced: 0 })
  })

  it('destroys connections at the timeout, and counts them', async () => {
    const arrived = new Promise<void>((resolve) => {
      t.app.get('/', () => resolve())
    })
    const { url, close } = await serve(t.app, local)
    const failure = expect(fetch(url)).rejects.toThrow()
    await arrived
    expect(await close({ timeout: 0 })).toEqual({ forced: 1 })
    await failure
  })

  it('closes when the signal is aborted, and listens again with another call', async () => {
    const stop = new AbortController()
    const first = await serve(t.app, { ...local, signal: stop.signal })
    stop.abort()
    expect(t.app.closing).toBe(true)
    expect(await first.close()).toEqual({ forced: 0 })
    const second = await serve(t.app, local)
    expect(t.app.closing).toBe(false)
    expect((await fetch(second.url)).status).toBe(404)
    await second.close()
  })

  it('leaves an application alone that listens again after its signal', async () => {
    const stop = new AbortController()
    const first = await serve(t.app, { ...local, signal: stop.signal })
    await first.close()
    const second = await serve(t.app, local)
    stop.abort()
    await nextTurn()
    expect(t.app.closing).toBe(false)
    await second.close()
  })

  it('rejects if the signal was aborted before', async () => {
    const signal = AbortSignal.abort(new Error('no more'))
    await expect(serve(t.app, { ...local, signal })).rejects.toThrow('no more')
  })

  it('rejects if the signal is aborted before it listens', async () => {
    const stop = new AbortController()
    const running = serve(t.app, { ...local, signal: stop.signal })
    stop.abort(new Error('too late'))
    await expect(running).rejects.toThrow('too late')
    expect(t.app.closing).toBe(true)
  })

  it('rejects if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(serve(t.app, { ...local, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    other.close()
  })
})

describe('serve(app, options)', () => {
  describeDialects('on all addresses', ['5.x'], (t) => {
    it('has a URL for clients on the same machine', async () => {
      const { url, port, close } = await serve(t.app, { port: 0 })
      expect(url).toBe(`http://localhost:${port}/`)
      expect((await fetch(url)).status).toBe(404)
      await close()
    })

    it.each([
      [{ port: 70_000 }, 'port must be a whole number from 0 to 65535, not 70000'],
      [{ port: '3000' }, "port must be a whole number from 0 to 65535, not '3000'"],
      [{ hostname: '' }, "hostname must be an address or a name, not ''"],
      [{ hostname: 5 }, 'hostname must be an address or a name, not 5'],
      [{ signal: {} }, 'signal must be an AbortSignal, not {}'],
    ])('refuses %o', async (options, message) => {
      await expect(serve(t.app, options as never)).rejects.toThrow(message)
    })
  })

  it('refuses what is not an application', async () => {
    for (const [value, shown] of [
      [undefined, 'undefined'],
      [{}, '{}'],
      [() => {}, '[Function'],
    ] as const) {
      await expect(serve(value as never)).rejects.toThrow(
        `serve() needs an application, not ${shown}`,
      )
    }
  })
})
