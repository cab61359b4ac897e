import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { onResponseClose } from '../../../../src/node/index.ts'
import { describeDialects } from '../../../support/dialects.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** A connection that has had requests: the engine serves the next one by its own means. */
async function openKept(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (let count = 0; count < 2; count++) {
    socket.write(get('/first'))
    await once(socket, 'data')
  }
  return socket
}

describeDialects('onResponseClose()', ['5.x', '4.x', '3.x'], (t) => {
  /** Responds to /first, and gives the second response to the test. */
  async function serve(): Promise<{ socket: Socket; req: IncomingMessage; res: ServerResponse }> {
    const second = new Promise<{ req: IncomingMessage; res: ServerResponse }>((resolve) => {
      t.app.use((req, res) => {
        if (req.url === '/first') res.end('first')
        else resolve({ req, res } as never)
      })
    })
    const socket = await openKept(await t.port())
    socket.write(get('/second'))
    return { socket, ...(await second) }
  }

  it('calls back before the listeners that the program adds later', async () => {
    const { socket, res } = await serve()
    const calls: string[] = []
    onResponseClose(res, () => calls.push(`engine ${res.writableFinished}`))
    res.on('close', () => calls.push('program'))
    res.end('done')
    await once(res, 'close')
    expect(calls).toEqual(['engine true', 'program'])
    // The connection serves the next request.
    socket.write(get('/first'))
    await once(socket, 'data')
    expect(calls).toHaveLength(2)
  })

  it('calls back for a response that nothing listens to', async () => {
    const { res } = await serve()
    const closed = new Promise<void>((resolve) => onResponseClose(res, resolve))
    res.end('done')
    await closed
    expect([res.writableFinished, res.destroyed]).toEqual([true, true])
  })

  it('calls back if the client disconnects', async () => {
    const { socket, res } = await serve()
    const closed = new Promise<void>((resolve) => onResponseClose(res, resolve))
    res.write('begun')
    socket.destroy()
    await closed
    expect(res.writableFinished).toBe(false)
  })

  it('calls back if the server destroys the response', async () => {
    const { res } = await serve()
    const closed = new Promise<void>((resolve) => onResponseClose(res, resolve))
    res.destroy()
    await closed
    expect(res.destroyed).toBe(true)
  })

  it('does not call back what was cancelled, by another callback either', async () => {
    const { res } = await serve()
    const calls: string[] = []
    const cancelFirst = onResponseClose(res, () => calls.push('first'))
    onResponseClose(res, () => {
      calls.push('second')
      cancelThird()
    })
    const cancelThird = onResponseClose(res, () => calls.push('third'))
    const closed = new Promise<void>((resolve) => onResponseClose(res, resolve))
    cancelFirst()
    cancelFirst()
    res.end('done')
    await closed
    expect(calls).toEqual(['second'])
  })

  it('calls back if the program replaced emit meanwhile, and for its own response alone', async () => {
    const { socket, res } = await serve()
    const events: unknown[] = []
    const { emit } = res
    onResponseClose(res, () => events.push('engine'))
    res.emit = function (this: ServerResponse, ...args: Parameters<typeof emit>) {
      if (args[0] === 'close') events.push('close')
      return emit.apply(this, args)
    }
    res.end('done')
    await once(res, 'close')
    expect(events).toEqual(['engine', 'close'])
    socket.write(get('/first'))
    await once(socket, 'data')
    expect(events).toHaveLength(2)
  })

  it('calls back for a queued response whose connection closes', async () => {
    const queued: ServerResponse[] = []
    const called: string[] = []
    const both = new Promise<void>((resolve) => {
      t.app.use((req, res) => {
        if (req.url === '/first') {
          res.end('first')
          return
        }
        queued.push(res as never)
        onResponseClose(res as never, () => {
          called.push(String(req.url))
          if (called.length === 2) resolve()
        })
        if (queued.length === 2) socket.destroy()
      })
    })
    const socket = await openKept(await t.port())
    socket.write(get('/second') + get('/third'))
    await both
    expect(called.sort()).toEqual(['/second', '/third'])
  })
})
