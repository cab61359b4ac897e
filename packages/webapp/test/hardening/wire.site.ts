import type { Request } from '../../src/types/v5/public.ts'
import type { BuildSite } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = ({ app, webapp, folder }) => {
  app.use((req, _res, next) => {
    readEverything(req)
    next()
  })
  app.get('/u/:id', (req, res) => void res.end(req.params.id))
  app.all('/echo', (req, res) => void res.json(readEverything(req)))
  app.get('/admin', (_req, res) => void res.end('admin'))
  app.get('/headers', (req, res) => void res.json(readHeaders(req)))
  app.use('/s', webapp.static(folder))
  app.use('/strict', webapp.static(folder, { fallthrough: false }))
  app.use(webapp.static(folder))
  app.use(tellError)
}

export default build

/** What each getter says; none may throw, whatever the target is. */
function readEverything(req: Request): object {
  const { url, originalUrl, path, query, baseUrl, method, protocol, secure, ip, ips } = req
  const { subdomains, xhr, fresh, stale } = req
  const hostname = req.hostname ?? req.host // 3.x has only the latter.
  return Object.assign(
    { url, originalUrl, path, query, baseUrl, method, protocol, secure, ip, ips },
    { subdomains, xhr, fresh, stale, hostname },
  )
}

const HOSTILE = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'then']

function readHeaders(req: Request): object {
  return {
    read: HOSTILE.map((name) => [name, typeof req.get(name)]),
    names: Object.keys(req.headers),
    distinct: Object.keys(req.headersDistinct ?? {}),
    text: JSON.stringify(req.headers).length,
    types: [req.is('json'), req.accepts('json')],
  }
}
