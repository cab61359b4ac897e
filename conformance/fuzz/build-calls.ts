import { describeValue } from '../harness/describe-value.ts'
import type { Express, Handler, Req, Res } from '../harness/express.ts'
import type { V3Express, V3Req } from '../harness/v3.ts'
import type { Asked, Call, Settings } from './response-calls.ts'
import { caseOf, type Made, type Trace } from './trace.ts'

export interface CallsGiven {
  readonly settings: Settings
  readonly asked: readonly Asked[]
  /** Which members of a request are read first. */
  readonly reads: keyof typeof readers
}

/** One app whose handler reads every getter and then makes the calls of the asked request. */
export function buildCalls(express: Express, { settings, asked, reads }: CallsGiven): Made {
  const app = express()
  const trace: Trace = new Map()
  for (const [name, value] of Object.entries(settings)) app.set(name, value as string)
  if (reads === '3.x')
    app.use((express as unknown as V3Express).cookieParser('secret') as unknown as Handler)
  app.use((req, res) => {
    const key = caseOf(req)
    const lines = readAll(readers[reads](req))
    trace.set(key, lines)
    res.on('error', (error) => lines.push(`response error ${describeValue(error)}`))
    for (const call of asked[Number(key)]?.calls ?? []) lines.push(makeCall(req, res, call))
    if (res.writableEnded) return
    // A call may have failed between setting the length and sending the body.
    if (!res.headersSent) res.removeHeader('Content-Length')
    res.end()
  })
  return { app, trace }
}

function makeCall(req: Req, res: Res, { member, args }: Call): string {
  const given = member === 'format' ? [formats(res, args[0] as string[])] : args
  const label = `${member}(${args.map((arg) => describeValue(arg)).join(', ')})`
  try {
    const value = (Reflect.get(res, member) as (...all: unknown[]) => unknown).apply(res, [
      ...given,
    ])
    const result = value === res ? 'res' : describeValue(value)
    return `${label} → ${result}, fresh ${describeValue(req.fresh)}`
  } catch (error) {
    return `${label} threw ${describeValue(error)}`
  }
}

function formats(res: Res, names: readonly string[]): Record<string, () => unknown> {
  return Object.fromEntries(names.map((name) => [name, () => res.send(`as ${name}`)]))
}

type Reads = Record<string, () => unknown>

/** The members of a request that are read, each with those that belong to it. */
const readers = {
  newer: (req: Req): Reads => ({
    accepts: () => [req.accepts(), req.accepts('html', 'json'), req.accepts(['text/plain', 'x/y'])],
    acceptsEncodings: () => [req.acceptsEncodings(), req.acceptsEncodings('gzip', 'br')],
    acceptsCharsets: () => [req.acceptsCharsets(), req.acceptsCharsets('utf-8')],
    acceptsLanguages: () => [req.acceptsLanguages(), req.acceptsLanguages('en', 'de')],
    is: () => [req.is('html'), req.is('json', 'text/*'), req.is('*/*')],
    range: () => [req.range(10), req.range(3, { combine: true })],
    hostname: () => [req.host, req.hostname, req.subdomains],
    ...common(req),
  }),
  '3.x': (given: Req): Reads => {
    const req = given as unknown as V3Req
    return {
      accepts: () => [req.accepts('html, json'), req.accepts(['text/plain', 'x/y'])],
      accepted: () => [req.accepted, req.acceptedEncodings],
      acceptedCharsets: () => [req.acceptedCharsets, req.acceptsCharset('utf-8')],
      acceptedLanguages: () => [req.acceptedLanguages, req.acceptsLanguage('en')],
      is: () => [req.is('html'), req.is('json'), req.is('text/*'), req.is('*/json')],
      range: () => req.range(10),
      host: () => [req.host, req.subdomains, req.auth],
      cookies: () => [req.cookies, req.signedCookies],
      ...common(given),
    }
  },
}

function common(req: Req): Reads {
  return {
    ip: () => [req.ip, req.ips],
    protocol: () => [req.protocol, req.secure],
    url: () => [req.url, req.originalUrl],
    path: () => req.path,
    query: () => req.query,
    fresh: () => [req.fresh, req.stale],
    xhr: () => req.xhr,
    get: () => req.get('Referrer'),
  }
}

function readAll(reads: Reads): string[] {
  return Object.entries(reads).map(([name, get]) => {
    try {
      return `req.${name} ${describeValue(get())}`
    } catch (error) {
      return `req.${name} threw ${describeValue(error)}`
    }
  })
}
