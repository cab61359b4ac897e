import { multipart } from 'webapp/multipart'
import type { Request, Response } from '../../src/types/v5/public.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app, webapp } = site
  const limit = '1kb'
  // Longer than a target may be on the wire.
  app.use((req, _res, next) => {
    const rewritten = req.headers['x-url']
    if (typeof rewritten === 'string') req.url = rewritten
    next()
  })
  const verify = (_req: unknown, _res: unknown, body: Buffer) => {
    if (body.includes('refused')) throw new Error('refused')
  }
  app.use('/guarded', (req, res, next) => {
    if (!/\bbr\b/i.test(req.get('content-encoding') ?? '')) return next()
    res.statusCode = 415
    res.end()
  })
  app.use('/guarded', webapp.json())
  app.use('/json', webapp.json({ limit, verify }))
  app.use('/form', webapp.urlencoded({ limit, extended: true }))
  app.post(['/json', '/form'], (req, res) => void res.json(req.body))
  app.get('/query', (req, res) => void res.json(Object.keys(req.query).length))
  app.post('/upload', multipart({ storage: 'memory' }), tellParts)
  app.get('/networks', (_req, res) => void res.json(mappedNetworks(site)))
  app.get('/heads/:way', (req, res) => writeHeadAs(req.params.way, res))
  app.get('/location', (req, res) => {
    res.location(`/${'é'.repeat(Number(req.get('x-length')))}`)
    res.end()
  })
  addPatterns(site)
  app.use(tellError)
}

export default build

function tellParts(req: Request, res: Response): void {
  const { body, files } = req as Request & { files: Record<string, { filename: string }[]> }
  const filenames = Object.values(files).map(([file]) => file?.filename)
  res.json({ fields: Object.entries(body), filenames })
}

/** Whether a network in the notation of IPv6 lets a peer of IPv4 that is outside of it be trusted. */
function mappedNetworks({ webapp }: Site): Record<string, string> {
  const networks = ['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/0', '::/0', '::ffff:10.0.0.0/104']
  const tried = networks.map((network): [string, string] => {
    const app = webapp()
    try {
      app.set('trust proxy', network)
    } catch {
      return [network, 'refused']
    }
    const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
    return [network, `${trusts('127.0.0.1', 0)}, ${trusts('10.1.1.1', 0)}`]
  })
  return Object.fromEntries(tried)
}

/** Headers that a handler gives to Node's `writeHead`, in each of its forms. */
function writeHeadAs(way: string | undefined, res: Response): void {
  res.setHeader('X-Before', 'kept')
  if (way === 'list') res.writeHead(200, ['X-One', '1', 'X-Two', '2'] as never)
  else res.writeHead(200, { 'X-One': '1', 'X-Two': '2' })
  res.end('sent')
}

function addPatterns({ app, webapp, dialect }: Site): void {
  const answer = (_req: Request, res: Response) => void res.end('matched')
  app.get('/three/:a-:b-:c', answer)
  app.get(dialect === '5.x' ? '/stars/*a-*b-:c' : '/stars/*-*-:c', answer)
  app.get('/groups', (_req, res) => {
    try {
      webapp().get(`/x${'{a}'.repeat(24)}:z`, answer)
      res.end('made')
    } catch (error) {
      res.end((error as Error).name)
    }
  })
}
