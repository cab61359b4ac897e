import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import webapp, { type Application, type Request, type RequestHandler, type Response } from 'webapp'
import {
  cleanAddress,
  endings,
  findSiteFiles,
  isBuilt,
  type SiteFile,
} from './output/site-files.ts'

const year = 365 * 24 * 60 * 60

/**
 * The built site as an application. `webapp.static` sends the files; the handler before it turns a
 * clean address into a file, and prefers the compressed one that the build has written beside it.
 */
export function createSite(folder: string): Application {
  if (!isBuilt(folder)) {
    throw new Error(`${folder} has no index.html: build the site first, with \`npm run docs\``)
  }
  const app = webapp()
  app.disable('x-powered-by')
  app.set('env', 'production')
  const notFound = createNotFound(readFileSync(join(folder, '404.html'), 'utf8'))
  app.use(refuseOtherMethods, locate(findSiteFiles(folder), notFound))
  app.use(webapp.static(folder, { index: false, redirect: false, cacheControl: false }))
  app.use(notFound)
  return app
}

const refuseOtherMethods: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  res.set('Allow', 'GET, HEAD').status(405).type('text').send('Method Not Allowed\n')
}

function locate(files: ReadonlyMap<string, SiteFile>, notFound: RequestHandler): RequestHandler {
  return (req, res, next) => {
    const address = decode(req.path)
    const file = address === undefined ? undefined : files.get(address)
    if (file === undefined) {
      const canonical = findCanonical(address, files)
      if (canonical === undefined) notFound(req, res, next)
      else res.redirect(301, canonical + queryOf(req))
      return
    }
    if (address !== cleanAddress(`/${file.path}`) && file.path.endsWith('.html')) {
      res.redirect(301, cleanAddress(`/${file.path}`) + queryOf(req))
      return
    }
    setHeaders(res, file)
    req.url = encodeURI(`/${file.path}${chooseEncoding(req, res, file)}`)
    next()
  }
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** `/guide` is the folder `/guide/`, and `/guide/http2/` the page `/guide/http2`. */
function findCanonical(
  address: string | undefined,
  files: ReadonlyMap<string, SiteFile>,
): string | undefined {
  if (address === undefined) return undefined
  const other = address.endsWith('/') ? address.replace(/\/+$/, '') : `${address}/`
  return files.get(other)?.path.endsWith('.html') ? encodeURI(other) : undefined
}

function queryOf({ url }: Request): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

function setHeaders(res: Response, { path }: SiteFile): void {
  // The build puts a hash of its content into the name of each asset.
  const cache = path.startsWith('assets/') ? `public, max-age=${year}, immutable` : 'no-cache'
  res.set({
    'Cache-Control': cache,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  })
  res.type(extname(path))
}

function chooseEncoding(req: Request, res: Response, { encodings }: SiteFile): string {
  if (encodings.length === 0) return ''
  res.vary('Accept-Encoding')
  const chosen = req.acceptsEncodings([...encodings, 'identity'])
  if (chosen !== 'br' && chosen !== 'gzip') return ''
  res.set('Content-Encoding', chosen)
  return endings[chosen]
}

function createNotFound(page: string): RequestHandler {
  return (req, res) => {
    res.status(404).set('Cache-Control', 'no-cache')
    const wantsPage = req.accepts(['html', 'text']) === 'html'
    res.type(wantsPage ? 'html' : 'text').send(wantsPage ? page : `Not Found: ${req.path}\n`)
  }
}
