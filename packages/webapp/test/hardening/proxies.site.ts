import type { Request } from '../../src/types/v5/public.ts'
import type { BuildSite } from './support/site.ts'

const trusts: Record<string, unknown> = {
  none: undefined,
  false: false,
  zero: 0,
  true: true,
  hop: 1,
  hops: 2,
  address: '127.0.0.1',
  other: '10.0.0.1',
  others: ['10.0.0.0/8', '::1'],
  network: '127.0.0.0/8',
  chain: '127.0.0.1, 7.7.7.7',
  names: 'loopback, linklocal, uniquelocal',
  mapped: '::ffff:127.0.0.1',
}

const build: BuildSite = ({ app, webapp }) => {
  for (const [name, trust] of Object.entries(trusts)) {
    const trusting = webapp()
    if (trust !== undefined) trusting.set('trust proxy', trust)
    trusting.get('/', (req, res) => void res.json(describe(req)))
    app.use(`/${name}`, trusting)
  }
  const asking = webapp()
  const asked: [string, number][] = []
  asking.set('trust proxy', (address: string, hop: number) => {
    asked.push([address, hop])
    return hop < 2
  })
  asking.get('/', (req, res) => {
    const { ip, ips } = req
    res.json({ ip, ips, asked: asked.splice(0) })
  })
  app.use('/asking', asking)
  app.get('/refused', (_req, res) => {
    res.json(['10.0.0.1/99', 'nonsense', '300.1.1.1', '10.0.0.0/-1', ['a']].filter(isTaken))
  })
  function isTaken(trust: unknown): boolean {
    try {
      webapp().set('trust proxy', trust)
      return true
    } catch {
      return false
    }
  }
}

export default build

function describe(req: Request): object {
  const { ip, ips, protocol, secure, subdomains } = req
  // 3.x has the name of the host as `host`.
  return {
    ip,
    ips,
    protocol,
    secure,
    subdomains,
    host: req.host,
    hostname: req.hostname ?? req.host,
  }
}
