import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type v3 from '../../src/v3.ts'
import type { BuildSite } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const app = site.app as unknown as ReturnType<typeof v3>
  const webapp = site.webapp as unknown as typeof v3
  const uploadDir = join(site.folder, 'uploads')
  const lines: string[] = []
  app.use('/log', webapp.logger({ stream: { write: (line: string) => void lines.push(line) } }))
  app.use('/log', (_req, res) => void res.end('logged'))
  app.use('/cookies', webapp.cookieParser('keyboard cat'))
  app.use('/cookies', (req, res) => {
    res.json({ cookies: req.cookies, signed: req.signedCookies })
  })
  app.use('/sign', webapp.cookieParser('keyboard cat'))
  app.use('/sign', (_req, res) => {
    res.cookie('a', 'mine', { signed: true })
    res.end()
  })
  app.use('/multipart', webapp.multipart({ uploadDir }))
  app.use('/multipart', (req, res) => {
    const files = Object.keys(req.files ?? {})
    res.json({ fields: Object.keys(req.body), files, p: String(req.body.p) })
  })
  app.use('/override', webapp.urlencoded())
  app.use('/override', webapp.methodOverride())
  app.use('/override', (req, _res, next) => {
    if (req.method === 'DELETE') next(Object.assign(new Error('deleted'), { status: 418 }))
    else next()
  })
  app.use('/auth', webapp.basicAuth('user', 'secret'))
  app.use('/auth', (_req, res) => void res.end('in'))
  app.use('/lines', (_req, res) => void res.json(lines.splice(0)))
  app.use('/uploads', (_req, res) => void res.json(readdirSync(uploadDir).length))
  app.use('/told', tellError as never)
}

export default build
