import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, probes3, scenario3, type V3Express, type V3Req } from '../harness/v3.ts'

interface Timed {
  timedout: unknown
  clearTimeout(): void
  on(event: 'timeout', listener: (time: number) => void): void
}

const timed = (req: V3Req) => req as unknown as Timed

const times: Record<string, unknown[]> = {
  'a number': [20],
  'a text': ['20ms'],
  digits: ['20'],
  'a negative number': [-1],
}

function serve(...args: unknown[]) {
  return (express: V3Express, probe: { seen(label: string, ...values: unknown[]): void }) => {
    const app = express().use(express.timeout(...args))
    app.use((req, _res, next) => {
      probe.seen('before', timed(req).timedout, Object.keys(req).includes('clearTimeout'))
      timed(req).on('timeout', (time) => probe.seen('timeout', time, timed(req).timedout))
      next()
    })
    app.get('/begun', (req, res) => {
      res.write('begun')
      setTimeout(() => res.end(` ${String(timed(req).timedout)}`), 60)
    })
    app.get('/late', (req, res) => {
      timed(req).on('timeout', () => setImmediate(() => res.headersSent || res.send('late')))
    })
    app.get('/cleared', (req, res) => {
      timed(req).clearTimeout()
      setTimeout(() => res.send(`cleared ${String(timed(req).timedout)}`), 60)
    })
    return app.use(
      onError3((err, _req, res, _next) => {
        probe.seen(
          'error',
          err.name,
          err.message,
          err.status,
          err.code,
          Reflect.get(err, 'timeout'),
        )
        res.send(503, 'failed')
      }),
    )
  }
}

export default family(
  '3.x timeout',
  Object.entries(times).map(([label, args]) =>
    scenario3(`of ${label}`, serve(...args), [get('/late')]),
  ),
  scenario3('ends with the headers, or when it is told', serve(20), [
    get('/begun'),
    get('/cleared'),
  ]),
  scenario3('without a response', serve(20, { respond: false }), [get('/late')]),
  probes3('timeout', {
    'has a default': (express, probe) => {
      for (const args of [[], [0], [null], [Number.NaN], ['1s'], [7]]) {
        const { setTimeout } = globalThis
        globalThis.setTimeout = ((_work: () => void, time: number) => {
          probe.seen('time', time)
        }) as unknown as typeof setTimeout
        try {
          const ignore = () => {}
          const events = { on: ignore, once: ignore, emit: ignore, destroy: ignore }
          const stream = { ...events, writeHead: ignore, socket: events }
          express.timeout(...args)({ ...stream } as never, { ...stream } as never, () => {})
        } finally {
          globalThis.setTimeout = setTimeout
        }
      }
    },
  }),
)
