import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { places } from '../places.ts'

type Next = () => void
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void

/** What `npm run docs` needs to show the site as it is built: the Markdown of pages, and the icon. */
export const development = {
  name: 'site:development',
  configureServer(server: { middlewares: { use(middleware: Middleware): unknown } }): void {
    server.middlewares.use((req, res, next) => {
      const file = isForReaders(req) ? fileOf(req.url ?? '') : undefined
      if (file === undefined) return next()
      res.setHeader('Content-Type', 'text/markdown; charset=utf-8')
      res.end(readFileSync(file))
    })
  },
  /** VitePress adds the icon only when its script runs: the browser has asked for another one by then. */
  transformIndexHtml() {
    const attrs = { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }
    return [{ tag: 'link', attrs, injectTo: 'head' as const }]
  },
}

/** Not the script of a page, which has the same path. */
function isForReaders({ headers }: IncomingMessage): boolean {
  const kind = headers['sec-fetch-dest']
  return kind === undefined || kind === 'document'
}

function fileOf(url: string): string | undefined {
  if (!/^\/[\w./-]+\.md$/.test(url)) return undefined
  const file = join(places.markdown, normalize(url))
  return existsSync(file) ? file : undefined
}
