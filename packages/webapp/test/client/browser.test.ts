import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, contract, file, form, route } from '../../src/contract.ts'
import { webapp } from '../../src/dialects/v5/factory.ts'
import { events } from '../../src/sse.ts'
import type createApp from '../../src/v5.ts'
import { hasChromium, launchChromium } from '../support/chromium.ts'

const closed: Promise<void>[] = []
const routes = api(
  route('GET', '/notes/:id', (req, res) => res.json({ id: req.params.id, query: req.query })),
  route('DELETE', '/notes/:id', (_req, res) => res.status(204).end()),
  route(
    'PUT',
    '/photo',
    contract({ body: form({ photo: file(), name: z.string() }) }),
    (req, res) => res.json([req.body.name, req.body.photo.filename, req.body.photo.size]),
  ),
  route('GET', '/events', (req, res) => {
    const stream = events(req, res)
    closed.push(stream.closed)
    stream.send({ event: 'first', data: 'ä' })
    stream.send({ event: 'second', data: { a: 1 } })
  }),
  route('GET', '/broken', (_req, res) => res.status(502).type('json').send('<p>Bad Gateway')),
)

/** The URL of the set is that of the page: a worker resolves it in the same way. */
const WORKER = `import { client } from '/client.mjs'
const it = client('/api')
const read = await it.get('/notes/:id', { params: { id: 'ü' }, query: { tag: 'x' } })
const head = await it.head('/notes/:id', { params: { id: 'ü' } })
const sent = await it.put('/photo', { form: { photo: new Blob(['abc']), name: 'Ada' } })
const events = []
for await (const { event } of (await it.get('/events')).body) {
  events.push(event)
  if (event === 'second') break
}
postMessage([read.status, read.body, head.status, head.body === undefined, sent.body, events])
`

describe.skipIf(!hasChromium)('webapp/client in a browser', () => {
  let browser: Browser
  let server: Server
  let origin = ''

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/client.ts', import.meta.url))],
      bundle: true,
      format: 'esm',
      write: false,
    })
    const app = (webapp as unknown as typeof createApp)()
    app.get('/', (_req, res) => void res.send('<!doctype html><title>client</title>'))
    app.get('/client.mjs', (_req, res) => void res.type('js').send(outputFiles[0]?.text))
    app.get('/worker.mjs', (_req, res) => void res.type('js').send(WORKER))
    app.use('/api', routes)
    server = app.listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchChromium()
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    server?.closeAllConnections()
  })

  /** Runs the body of a function in a page, with `it`, a client of the own origin. */
  async function run(body: string): Promise<unknown> {
    const page = await browser.newPage()
    try {
      await page.goto(`${origin}/`)
      return await page.evaluate(`import('/client.mjs').then(async ({ client }) => {
        const it = client('/api')
        ${body}
      })`)
    } finally {
      await page.close()
    }
  }

  it('sends requests and files to the own origin, and resolves for every response', async () => {
    const seen = await run(`
      const params = { id: 'a b/ü' }
      const read = await it.get('/notes/:id', { params, query: { tag: ['x', 'y&z'] } })
      const removed = await it.delete('/notes/:id', { params })
      const photo = new File(['abc'], 'one.txt')
      const sent = await it.put('/photo', { form: { photo, name: 'Ada' } })
      const broken = await it.get('/broken')
      return [read.body, removed.status, removed.body === undefined, sent.body, broken.status, broken.body]
    `)
    expect(seen).toEqual([
      { id: 'a b/ü', query: { tag: ['x', 'y&z'] } },
      ...[204, true, ['Ada', 'one.txt', 3], 502, '<p>Bad Gateway'],
    ])
  })

  it('runs in a worker', async () => {
    const seen = await run(`
      const worker = new Worker('/worker.mjs', { type: 'module' })
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = ({ message }) => reject(new Error(message))
      })
    `)
    expect(seen).toEqual([
      ...[200, { id: 'ü', query: { tag: 'x' } }, 200, true, ['Ada', 'blob', 3]],
      ['first', 'second'],
    ])
    await Promise.all(closed)
  })

  it('iterates over events until the loop ends, and stops with a signal', async () => {
    const seen = await run(`
      const seen = []
      for await (const event of (await it.get('/events')).body) {
        seen.push(event)
        if (event.event === 'second') break
      }
      const controller = new AbortController()
      const { body } = await it.get('/events', { signal: controller.signal })
      try {
        for await (const { event } of body) if (event === 'second') controller.abort()
      } catch (error) {
        seen.push(error.name)
      }
      return seen
    `)
    expect(seen).toEqual([
      { event: 'first', data: 'ä', id: '' },
      { event: 'second', data: { a: 1 }, id: '' },
      'AbortError',
    ])
    await Promise.all(closed)
  })
})
