import type { AddressInfo } from 'node:net'
import type { RequestHandler } from '../../src/types/v5/public.ts'
import { fillDiskAfter } from './support/full-disk.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app, webapp, dialect } = site
  app.post('/json', webapp.json({ limit: '100kb' }), (req, res) => void res.json(req.body))
  if (dialect === '3.x') acceptUploads(site)
  neverAnswer(site)
  app.use(tellError)
}

export default build

/** A form with files, by the multipart parser of 3.x. */
function acceptUploads({ app, webapp, folder }: Site): void {
  const { multipart } = webapp as unknown as { multipart(options: object): RequestHandler }
  app.post('/upload', multipart({ uploadDir: folder }), (_req, res) => void res.end('stored'))
  app.post('/fill', (_req, res) => {
    fillDiskAfter(10_000)
    res.end()
  })
}

/** Another application, whose handler forgets to answer. */
function neverAnswer({ app, webapp }: Site): void {
  const silent = webapp()
  let waiting = 0
  silent.get('/', (req) => {
    waiting++
    req.signal.addEventListener('abort', () => waiting--)
  })
  const server = silent.listen(0, '127.0.0.1')
  app.get('/silent', (_req, res) => void res.json((server.address() as AddressInfo).port))
  app.get('/waiting', (_req, res) => void res.json(waiting))
  app.post('/close', async (_req, res) => void res.json(await silent.close({ timeout: 200 })))
}
