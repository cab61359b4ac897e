import { basename, join } from 'node:path'
import type { Request, Response } from '../../src/types/v5/public.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app, webapp, folder } = site
  const root = join(folder, 'root')
  app.use('/s', webapp.static(root))
  app.use('/strict', webapp.static(root, { fallthrough: false }))
  for (const dotfiles of ['allow', 'deny', 'ignore'] as const) {
    app.use(`/${dotfiles}`, webapp.static(root, { dotfiles, fallthrough: false }))
  }
  app.use('/extensions', webapp.static(root, { extensions: ['txt', 'html'] }))
  // The name comes out of a header too, where every byte can be tried.
  const nameOf = (req: Request) => decodeSafely(String(req.headers['x-name'] ?? ''))
  app.get('/send', (req, res) => send(site, res, nameOf(req), root))
  app.get('/download', (req, res) => download(site, res, nameOf(req), root))
  app.get('/large', (_req, res) => send(site, res, 'large.bin', root))
  app.use(tellError)
  app.use(webapp.static(root))
}

export default build

interface OldResponse {
  sendfile(path: string, options: object): void
}

function send({ dialect }: Site, res: Response, name: string, root: string): void {
  // The older one takes the path as it is in a URL.
  if (dialect === '3.x')
    (res as unknown as OldResponse).sendfile(encodeURIComponent(name), { root })
  else res.sendFile(name, { root })
}

function download({ dialect }: Site, res: Response, name: string, root: string): void {
  if (dialect === '3.x') res.download(encodeURIComponent(name), basename(name), { root } as never)
  else res.download(name, basename(name), { root })
}

function decodeSafely(text: string): string {
  return Buffer.from(text, 'hex').toString()
}
