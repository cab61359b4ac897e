import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webapp } from '../../src/dialects/v5/factory.ts'
import { multipart } from '../../src/multipart.ts'
import { events } from '../../src/sse.ts'
import type createApp from '../../src/v5.ts'
import { upgrade } from '../../src/ws.ts'

const CHROMIUM = '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

// Scripts run in the page, whose types are not those of Node.
type InPage = Record<string, never>

describe.skipIf(!existsSync(CHROMIUM))(`a browser (skipped without ${CHROMIUM})`, () => {
  let browser: Browser
  let server: Server
  let origin = ''
  let connections = 0

  beforeAll(async () => {
    const app = (webapp as unknown as typeof createApp)()
    app.get('/', (_req, res) => void res.send('<!doctype html><title>live</title>'))
    app.get('/set', (_req, res) => void res.cookie('user', 'ann').send('set'))
    app.get(
      '/socket/:room',
      upgrade((socket, req) => {
        socket.on('message', (data, isBinary) => {
          if (String(data) === 'leave') socket.close(4000, 'left')
          else socket.send(isBinary ? (data as Buffer) : `${req.params.room} ${data}`)
        })
        socket.send(String(req.headers.cookie))
      }),
    )
    app.get('/forbidden', (_req, res) => void res.status(403).end())
    app.get('/events', (req, res) => {
      connections++
      const stream = events(req, res, { retry: 1 })
      stream.send({
        event: 'own',
        id: `é${connections}`,
        data: `line 1\nline 2 ${stream.lastEventId}`,
      })
      stream.close()
    })
    app.post('/upload', multipart(), (req, res) => {
      const { files } = req as unknown as { files: { f: [{ filename: string; size: number }] } }
      res.json([req.body, files.f[0].filename, files.f[0].size])
    })
    server = app.listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
    origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    server?.closeAllConnections()
  })

  async function run<T>(script: string): Promise<T> {
    const page = await browser.newPage()
    try {
      await page.goto(`http://${origin}/set`)
      return (await page.evaluate(script)) as InPage as T
    } finally {
      await page.close()
    }
  }

  it('talks over a WebSocket, with cookies and binary messages', async () => {
    const seen = await run(`new Promise((resolve) => {
      const seen = []
      const socket = new WebSocket('ws://${origin}/socket/blue', ['a', 'b'])
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => {
        seen.push(typeof data === 'string' ? data : [...new Uint8Array(data)])
        if (seen.length === 1) socket.send('hällo')
        if (seen.length === 2) socket.send(new Uint8Array([1, 255]))
        if (seen.length === 3) socket.send('leave')
      }
      socket.onclose = ({ code, reason }) => resolve([...seen, socket.protocol, code, reason])
    })`)
    expect(seen).toEqual(['user=ann', 'blue hällo', [1, 255], 'a', 4000, 'left'])
  })

  it('cannot open a socket that a guard refuses, or from another origin', async () => {
    const fail = (url: string) =>
      run(`new Promise((resolve) => {
        const socket = new WebSocket('${url}')
        socket.onclose = ({ code }) => resolve(code)
      })`)
    expect(await fail(`ws://${origin}/forbidden`)).toBe(1006)
    const other = origin.replace('127.0.0.1', 'localhost')
    expect(await fail(`ws://${other}/socket/blue`)).toBe(1006)
  })

  it('reads events, and comes back with the last id', async () => {
    const seen = await run(`new Promise((resolve) => {
      const seen = []
      const source = new EventSource('/events')
      source.addEventListener('own', ({ data, lastEventId }) => {
        seen.push([data, lastEventId])
        if (seen.length < 2) return
        source.close()
        resolve(seen)
      })
    })`)
    expect(seen).toEqual([
      ['line 1\nline 2 ', 'é1'],
      ['line 1\nline 2 é1', 'é2'],
    ])
  })

  it('sends a form with a file', async () => {
    const seen = await run(`(async () => {
      const form = new FormData()
      form.append('a"b', 'é')
      form.append('f', new File(['x'.repeat(100000)], 'na"ïve.txt'))
      return (await fetch('/upload', { method: 'POST', body: form })).json()
    })()`)
    expect(seen).toEqual([{ 'a%22b': 'é' }, 'na%22ïve.txt', 100_000])
  })
})
