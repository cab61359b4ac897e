import type { Request, Response } from '../../src/types/v5/public.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

type Next = (error?: unknown) => void
const pass = (_req: Request, _res: Response, next: Next) => next()

const build: BuildSite = (site) => {
  const { app } = site
  app.use((req, _res, next) => {
    // Longer than a target may be on the wire: middleware rewrites URLs too.
    const rewritten = req.headers['x-url']
    if (typeof rewritten === 'string') req.url = rewritten
    next()
  })
  addNextDiscipline(site)
  addPatterns(site)
  addHostileParams(site)
  app.get('/handlers', ...Array.from({ length: 20_000 }, () => pass), (_req, res) => {
    res.end('end')
  })
  addLongWays(site)
  app.use(tellError)
}

export default build

/** Patterns that 3.x alone has, each with quantifiers that share what they match. */
const OLD_PATTERNS = ['/four/:a-:b-:c-:d', '/stars/*a*b*c', '/lists/:a*:b*', '/nested/(a+)+$']

const answer = (_req: Request, res: Response) => void res.end('matched')

function addPatterns({ app, dialect }: Site): void {
  app.get('/ab/:a-:b', (req, res) => void res.json(req.params))
  app.get('/dots/:a.:b.:c', (req, res) => void res.json(req.params))
  // An optional group is written in braces since 5.x.
  const optional: string = dialect === '5.x' ? '/abc/:a-:b-:c{-:d}' : '/abc/:a-:b-:c(-:d)'
  app.get(optional, (req, res) => void res.json(req.params))
  app.get(dialect === '5.x' ? '/many/*a/x/*b/x/*c/y' : '/many/*x*x*y', (_req, res) => {
    res.end('many')
  })
  if (dialect === '3.x') for (const pattern of OLD_PATTERNS) app.get(pattern, answer)
  app.get(/^\/own\/(\w+)\/(\d+)$/, (req, res) => void res.json(req.params))
}

function addHostileParams({ app, webapp, dialect }: Site): void {
  app.get('/proto/:__proto__', (req, res) => void res.json(Object.keys(req.params)))
  app.get('/names/:constructor/:hasOwnProperty/:toString', (req, res) => {
    const isBare = Object.getPrototypeOf(req.params) === null
    res.json({ isBare, values: Object.entries(req.params).map(([, value]) => String(value)) })
  })
  app.param('valueOf', (_req, _res, next) => next())
  app.get('/callback/:valueOf', (req, res) => void res.json(Object.keys(req.params)))
  app.get('/value/:id', (req, res) => {
    const table: Record<string, number> = Object.create(null)
    table[req.params.id] = 1
    res.json(Object.keys(table))
  })
  if (dialect === '3.x') return // Its routers cannot be mounted.
  let inner = webapp.Router({ mergeParams: true })
  inner.get('/end', (req, res) => void res.json(Object.keys(req.params).length))
  for (let level = 0; level < 1000; level++) {
    const outer = webapp.Router({ mergeParams: true })
    outer.use(`/:p${level % 20}`, inner)
    inner = outer
  }
  app.use('/merged', inner)
}

function addLongWays({ app, webapp, dialect }: Site): void {
  const many = webapp()
  for (let count = 0; count < 20_000; count++) many.use(pass)
  many.get('/', (_req, res) => void res.end('end'))
  app.use('/uses', many)

  const errors = webapp()
  errors.get('/', (_req, _res, next) => next(new Error('on its way')))
  for (let count = 0; count < 20_000; count++) errors.use(pass)
  errors.use(tellError)
  app.use('/errors', errors)

  const routes = webapp()
  for (let count = 0; count < 20_000; count++) routes.get('/', pass)
  routes.get('/', (_req, res) => void res.end('end'))
  app.use('/routes', routes)

  const others = webapp()
  for (let count = 0; count < 20_000; count++) others.get(`/other/${count}`, pass)
  for (let count = 0; count < 5000; count++) others.param('id', pass)
  others.get('/:id', (_req, res) => void res.end('end'))
  app.use('/others', others)

  app.use('/deep', nest(dialect === '3.x' ? webapp : webapp.Router, webapp))
}

/** 3000 routers in one another, in 3.x applications. */
function nest(create: () => unknown, webapp: Site['webapp']): never {
  const innermost = webapp()
  innermost.get('/', (_req, res) => void res.end('deep'))
  let inner: unknown = innermost
  for (let level = 0; level < 3000; level++) {
    const outer = create() as { use(handler: unknown): void }
    outer.use(inner)
    inner = outer
  }
  return inner as never
}

function addNextDiscipline({ app, webapp }: Site): void {
  const site = webapp()
  const count = (req: Request) => {
    const counted = req as Request & { count?: number }
    counted.count = (counted.count ?? 0) + 1
    runs = Math.max(runs, counted.count)
  }
  let runs = 0
  site.use('/twice', (_req, _res, next) => {
    next()
    next()
  })
  site.use('/late', (_req, _res, next) => {
    next()
    setTimeout(next, 20)
  })
  site.use('/error-after', (_req, _res, next) => {
    next()
    next(new Error('too late'))
  })
  site.use('/route', (_req, _res, next) => next('route'))
  site.use((req, res, next) => {
    if (req.path === '/runs') {
      next()
      return
    }
    count(req)
    if (!res.headersSent) res.end('answered')
    next()
  })
  site.get('/runs', (_req, res) => {
    res.json(runs)
    runs = 0
  })
  app.use('/next', site)
}
