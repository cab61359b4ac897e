import { pipeline, Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import type { Response } from '../../src/types/v5/public.ts'
import { listenByHttp2 } from './support/http2.ts'
import { listenImpatiently } from './support/impatient.ts'
import type { BuildSite } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const CHUNK = Buffer.alloc(64 * 1024, 'x')

const build: BuildSite = (site) => {
  const { app, webapp, folder } = site
  const size = Number(process.env.HARDENING_BYTES)
  app.use('/static', webapp.static(folder))
  app.get('/file', (_req, res) => sendLarge(res, folder))
  app.get('/pipe', (_req, res) => void Readable.from(chunks(size)).pipe(res))
  app.get('/pipeline', (_req, res) => pipeline(Readable.from(chunks(size)), res, () => {}))
  app.get('/web', (_req, res) => {
    const source = chunks(size)
    const stream = new ReadableStream({
      pull(controller) {
        const { done, value } = source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    })
    Readable.fromWeb(stream).pipe(res)
  })
  app.get('/timeouts', (req, res) => {
    const { server } = req.socket as unknown as { server: Record<string, number> }
    const { headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount } = server
    res.json({ headersTimeout, requestTimeout, keepAliveTimeout, maxHeadersCount })
  })
  app.post('/json', webapp.json(), (req, res) => void res.json(req.body))
  app.post('/form', webapp.urlencoded({ extended: true }), (req, res) => void res.json(req.body))
  app.get('/users/:id', (req, res) => void res.json({ id: req.params.id, query: req.query }))
  app.get('/redirect', (_req, res) => void res.redirect('/'))
  app.get('/fail', async () => {
    throw Object.assign(new Error('as it may be'), { status: 503 })
  })
  listenImpatiently(site)
  listenByHttp2(site)
  app.use(tellError)
}

export default build

function* chunks(size: number): Generator<Buffer> {
  for (let sent = 0; sent < size; sent += CHUNK.length) yield CHUNK
}

function sendLarge(res: Response, root: string): void {
  const old = res as unknown as { sendfile?(name: string, options: object): void }
  if (old.sendfile) old.sendfile('large.bin', { root })
  else res.sendFile('large.bin', { root })
}
