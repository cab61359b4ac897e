import { createHash } from 'node:crypto'
import { type App, type Express, type Failure, type Handler, onError } from './express.ts'
import type { Probe } from './probe.ts'

/** An app that tells what the parsers made of a body, and everything about their errors. */
export function echoBody(express: Express, probe: Probe, ...steps: readonly Handler[]): App {
  const app = express()
  for (const step of steps) app.use(step)
  app.use((req, res) => {
    probe.seen('body', 'body' in req, shorten(req.body))
    res.send('parsed')
  })
  app.use(
    onError((err, req, res, _next) => {
      seeError(probe, err)
      probe.seen('body after', 'body' in req, shorten(req.body))
      const status = Number(err?.status)
      res.status(status >= 400 && status < 600 ? status : 555).send('failed')
    }),
  )
  return app
}

const members = ['status', 'statusCode', 'expose', 'type', 'headers', 'code', 'syscall'] as const

/** What can be known about an error: its own members in order, hidden ones, inherited ones. */
export function seeError(probe: Probe, error: Failure): void {
  if (typeof error !== 'object' || error === null) {
    probe.seen('error', error)
    return
  }
  if (probe.plainErrors) {
    probe.seen('error', error.status ?? error.statusCode, shorten(error.message))
    return
  }
  const hidden = Object.getOwnPropertyNames(error).filter(
    (key) => !Object.prototype.propertyIsEnumerable.call(error, key),
  )
  const { body, ...rest } = error as Failure & { body?: unknown }
  const shown = Object.assign(Object.create(Object.getPrototypeOf(error)), rest)
  Object.defineProperty(shown, 'message', { value: shorten(error.message) })
  probe.seen('error', shown, Object.keys(error), 'hidden', hidden, 'body', shorten(body))
  probe.seen('members', ...members.map((name) => Reflect.get(error, name)))
}

/** Long texts and bytes as their digest. */
export function shorten(value: unknown): unknown {
  const isLong = (typeof value === 'string' || Buffer.isBuffer(value)) && value.length > 400
  if (!isLong) return value
  const kind = typeof value === 'string' ? 'text' : 'bytes'
  return `${kind} of ${value.length}: ${createHash('sha1').update(value).digest('hex')}`
}
