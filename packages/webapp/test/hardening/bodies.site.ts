import { listenImpatiently } from './support/impatient.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app, webapp } = site
  let routed = 0
  app.use('/form', webapp.urlencoded({ extended: true }))
  app.use('/simple', webapp.urlencoded({ extended: false }))
  app.use('/json', webapp.json())
  app.use('/loose', webapp.json({ strict: false }))
  app.use('/error', webapp.json({ protoAction: 'error' }))
  app.use('/remove', webapp.json({ protoAction: 'remove' }))
  app.use('/abort', webapp.json(), (req, _res, next) => {
    if (req.method === 'POST') routed++
    next()
  })
  for (const path of ['/form', '/simple', '/json', '/loose', '/error', '/remove', '/abort']) {
    app.post(path, (req, res) => void res.json(describe(req.body)))
  }
  app.get('/routed', (_req, res) => void res.json(routed))
  app.post('/raw-echo', webapp.json({ limit: '10mb' }), (req, res) => void res.json(req.body))
  app.get('/options', (_req, res) => void res.json(refusals(site)))
  app.get('/query', (req, res) => void res.json(describe(req.query)))
  app.get('/echo-json', (req, res) => void res.json(req.query))
  app.get('/echo-send', (req, res) => void res.send(req.query))
  app.get('/echo-awaited', async (req, res) => {
    const value = await Promise.resolve({ query: req.query })
    res.json(await value.query)
  })
  const extended = webapp()
  extended.set('query parser', 'extended')
  extended.get('/query', (req, res) => void res.json(describe(req.query)))
  app.use('/extended', extended)
  app.use(tellError)
  listenImpatiently(site)
}

export default build

/** What is in a parsed value, without trusting anything of it. */
function describe(value: unknown): object {
  if (typeof value !== 'object' || value === null) return { value: value ?? null }
  return {
    keys: Object.keys(value).slice(0, 5),
    count: Object.keys(value).length,
    depth: depthOf(value),
    isArray: Array.isArray(value),
    text: JSON.stringify(value)?.slice(0, 300),
    inherits: Object.getPrototypeOf(value) === null ? 'null' : 'Object',
  }
}

function depthOf(value: unknown): number {
  let depth = 0
  let level: unknown[] = [value]
  while (level.length > 0 && depth < 100) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each).slice(0, 3) : [],
    )
    depth++
  }
  return depth
}

const PARSERS = ['json', 'urlencoded', 'text', 'raw'] as const

/** Which options are refused when a parser is made. */
function refusals({ webapp, dialect }: Site): Record<string, boolean> {
  const attempts: [string, () => unknown][] = []
  const names = dialect === '3.x' ? PARSERS.slice(0, 2) : PARSERS
  const limits = ['abc', Number.NaN, -1, {}, '-5kb', 'kb', Number.NEGATIVE_INFINITY, null, '1kb', 5]
  for (const name of names) {
    for (const limit of limits) {
      attempts.push([`${name} limit ${String(limit)}`, () => webapp[name]({ limit } as never)])
    }
  }
  for (const extended of [true, false]) {
    for (const parameterLimit of [0, 'x', -1, Number.NaN, null, 5]) {
      const options = { extended, parameterLimit } as never
      attempts.push([
        `${extended} parameterLimit ${parameterLimit}`,
        () => webapp.urlencoded(options),
      ])
    }
  }
  for (const depth of [-1, 'x', Number.NaN, null, 5]) {
    const options = { extended: true, depth } as never
    attempts.push([`true depth ${depth}`, () => webapp.urlencoded(options)])
  }
  attempts.push(['json protoAction x', () => webapp.json({ protoAction: 'x' } as never)])
  return Object.fromEntries(attempts.map(([what, make]) => [what, isRefused(make)]))
}

function isRefused(make: () => unknown): boolean {
  try {
    make()
    return false
  } catch (error) {
    return error instanceof TypeError
  }
}
