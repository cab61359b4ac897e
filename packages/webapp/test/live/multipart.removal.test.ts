import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { multipart } from '../../src/multipart.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { type Link, startHttp2 } from '../support/http2.ts'

const headers = { 'content-type': 'multipart/form-data; boundary=B' }
const form =
  '--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\ncontent\r\n--B--\r\n'

describeDialects('files on disk of a request over HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
    t.app.set('env', 'test')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  type Cut = (stream: ReturnType<Link['open']>, session: Link['session']) => void
  const cuts: Record<string, Cut> = {
    'resets the stream': (stream) => stream.close(8),
    'closes the stream without an error': (stream) => stream.close(0),
    'destroys the session': (_stream, session) => session.destroy(),
  }
  for (const [name, cut] of Object.entries(cuts)) {
    for (const begins of [false, true]) {
      it(`are removed if the client ${name} ${begins ? 'during' : 'before'} the response`, async () => {
        const handled = createGate()
        t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => {
          if (begins) res.write('beginning')
          handled.open()
        })
        const { open, session } = await startHttp2(t.app as never)
        const stream = open('/', { method: 'POST', headers })
        stream.on('error', () => {})
        stream.end(form)
        await handled.opened
        expect(readdirSync(directory)).toHaveLength(1)
        cut(stream, session)
        await expect.poll(() => readdirSync(directory)).toEqual([])
      })
    }
  }

  it('are removed if the program cuts the response off', async () => {
    const handlers: Parameters<typeof t.app.post>[1][] = [
      (_req, res) => void res.destroy(),
      (_req, res) => {
        res.write('beginning')
        setImmediate(() => res.destroy())
      },
      (_req, res) => {
        res.write('beginning')
        throw new Error('late')
      },
    ]
    handlers.forEach((handler, at) => {
      t.app.post(`/${at}`, multipart({ storage: 'disk', directory }), handler)
    })
    const { ask } = await startHttp2(t.app as never)
    for (const at of handlers.keys()) {
      const answer = await ask(`/${at}`, { method: 'POST', headers, body: form })
      expect(answer.reset).not.toBe(0)
      await expect.poll(() => readdirSync(directory)).toEqual([])
    }
  })
})
