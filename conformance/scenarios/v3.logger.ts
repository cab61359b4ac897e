import type { Probe } from '../harness/probe.ts'
import { get, head, post } from '../harness/request.ts'
import { family, type Scenario } from '../harness/scenario.ts'
import { onError3, probes3, scenario3, type V3Express } from '../harness/v3.ts'

/** Takes the moments and durations out of a line. */
function withoutTimes(line: unknown): string {
  return String(line)
    .replace(/\d+\.\d{3}(?= ms|\b)/g, '<ms>')
    .replace(/\[?\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\]?/g, '<clf>')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<web>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<iso>')
    .replace(/(::ffff:)?127\.0\.0\.1/g, '<address>')
}

/** A stream that tells its lines. */
function telling(probe: Probe) {
  return { write: (line: unknown) => probe.seen('line', withoutTimes(line)) }
}

const asked: Scenario['requests'] = [
  get('/'),
  get('/path?query=1', { headers: { Referer: '/from', 'User-Agent': 'agent' } }),
  head('/'),
  post('/', { body: 'x' }),
  get('/missing'),
  get('/fail'),
  get('/', { http10: true }),
  get('/', { headers: { Authorization: `Basic ${Buffer.from('user:x').toString('base64')}` } }),
]

function logging(
  label: string,
  options: (probe: Probe, express: V3Express) => unknown,
  requests: Scenario['requests'] = asked,
) {
  return scenario3(
    label,
    (express, probe) => {
      const app = express()
      app.use(express.logger(options(probe, express)))
      app.get('/missing', (_req, res) => res.send(404))
      app.get('/fail', (_req, _res, next) => next(Object.assign(new Error('x'), { status: 503 })))
      app.get('/moved', (_req, res) => res.redirect('/'))
      app.use((_req, res) => res.set('X-A', 'b').send('hello'))
      return app.use(onError3((err, _req, res, _next) => res.send(Number(err.status), 'failed')))
    },
    requests,
    { linger: 5 },
  )
}

const formats = [
  ':method :url :status',
  ':method :url :http-version :referrer :user-agent',
  ':remote-addr - :remote-user',
  ':req[host] :req[none] :res[content-length] :res[X-A] :res[none]',
  ':date',
  ':date[clf] :date[iso] :date[web]',
  ':response-time ms',
  ':method[arg] text',
  '":method" %s \'quoted\'',
  'no token at all',
]

export default family(
  '3.x logger',
  ['combined', 'common', 'short', 'tiny'].map((name) =>
    logging(`format ${name}`, (probe) => ({ format: name, stream: telling(probe) })),
  ),
  logging('format dev', (probe) => ({ format: 'dev', stream: telling(probe) }), [
    get('/'),
    get('/missing'),
    get('/fail'),
    get('/moved'),
  ]),
  logging('without a format', (probe) => ({ stream: telling(probe) })),
  formats.map((format) =>
    logging(`format ${JSON.stringify(format)}`, (probe) => ({ format, stream: telling(probe) }), [
      get('/x?y=1', { headers: { Referer: '/from', 'User-Agent': 'agent' } }),
      get('/missing'),
    ]),
  ),
  logging('a function as format', (probe) => ({
    stream: telling(probe),
    format: (
      tokens: Record<string, (...args: unknown[]) => unknown>,
      req: { url: string },
      res: { statusCode: number },
    ) => {
      if (req.url === '/missing') return null
      return `${tokens.method?.(req, res)} ${tokens.status?.(req, res)} ${res.statusCode}`
    },
  })),
  logging(
    'at once',
    (probe) => ({
      immediate: true,
      stream: telling(probe),
      format: ':method :url :status :res[content-length] :response-time',
    }),
    [get('/'), get('/missing')],
  ),
  logging(
    'skips what it is told to',
    (probe) => ({
      stream: telling(probe),
      format: 'tiny',
      skip: (req: { url: string }, res: { statusCode: number }) => {
        probe.seen('asked', req.url, res.statusCode)
        return res.statusCode < 400
      },
    }),
    [get('/'), get('/missing')],
  ),
  logging(
    'own tokens and formats',
    (probe, express) => {
      express.logger.token('mine', (req, _res, arg) => `${req.method}-${arg}`)
      express.logger.format('our-format', ':mine[x] :mine :status')
      return { format: 'our-format', stream: telling(probe) }
    },
    [get('/'), get('/missing')],
  ),
  logging(
    'a format that is a function by name',
    (probe, express) => {
      express.logger.format(
        'our-function',
        (_tokens: unknown, req: { url: string }) => `<${req.url}>`,
      )
      return { format: 'our-function', stream: telling(probe) }
    },
    [get('/')],
  ),
  logging(
    'tokens that find nothing',
    (probe, express) => {
      express.logger.token('nothing', () => undefined)
      express.logger.token('zero', () => 0)
      express.logger.token('empty', () => '')
      return { format: '[:nothing] [:zero] [:empty]', stream: telling(probe) }
    },
    [get('/')],
  ),
  logging(
    'what clients send cannot begin a line',
    (probe) => ({
      format: ':url :req[x-hostile]',
      stream: telling(probe),
    }),
    [get('/a%0Ab', { headers: { 'X-Hostile': 'a\tb"' } })],
  ),
  scenario3(
    'writes to standard output by default',
    (express, probe) => {
      const { write } = process.stdout
      const app = express().use(express.logger('tiny'))
      return app.use((_req, res) => {
        process.stdout.write = ((line: unknown) => {
          process.stdout.write = write
          probe.seen('stdout', withoutTimes(line))
          return true
        }) as typeof write
        res.send('x')
      })
    },
    [get('/')],
    { linger: 5 },
  ),
  scenario3(
    'collects lines in a buffer',
    (express, probe) =>
      express()
        .use(express.logger({ format: ':url', buffer: 20, stream: telling(probe) }))
        .use((_req, res) => res.send('x')),
    [get('/one')],
    { linger: 60 },
  ),
  probes3('logger', {
    'has its members': (express, probe) => {
      const { logger } = express
      for (const name of ['url', 'method', 'status', 'date', 'referrer', 'remote-addr', 'req']) {
        probe.seen(name, typeof logger[name])
      }
      for (const name of ['tiny', 'short', 'common', 'combined', 'default']) {
        probe.seen(name, Reflect.get(logger, name))
      }
      probe.seen('token chains', logger.token('x-chain', () => '') === logger)
      probe.seen('format chains', logger.format('x-chain-format', '') === logger)
      probe.seen('middleware', logger('tiny').length, logger().length)
    },
  }),
)
