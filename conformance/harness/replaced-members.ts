import { CallRecorder } from './call-recorder.ts'
import type { App, Express, Req, Res, Route, Router } from './express.ts'
import type { Probe } from './probe.ts'
import { get, head, keepAlive } from './request.ts'
import { type Scenario, scenario } from './scenario.ts'
import type { V4Req, V4Res } from './v4.ts'

/** Uses a response, a request or their application; members of one dialect are in its own lists. */
export type Use = (res: V4Res, req: V4Req, app: App) => unknown

type Details = Pick<Scenario, 'dialects'>

const ofRequest: readonly string[] = [
  'accepted',
  'acceptedCharsets',
  'acceptedEncodings',
  'acceptedLanguages',
  'accepts',
  'acceptsCharset',
  'acceptsCharsets',
  'acceptsEncoding',
  'acceptsEncodings',
  'acceptsLanguage',
  'acceptsLanguages',
  'auth',
  'fresh',
  'get',
  'header',
  'host',
  'hostname',
  'ip',
  'ips',
  'is',
  'param',
  'path',
  'protocol',
  'range',
  'secure',
  'stale',
  'subdomains',
  'xhr',
]

const ofResponse: readonly string[] = [
  'append',
  'attachment',
  'clearCookie',
  'contentType',
  'cookie',
  'download',
  'end',
  'flushHeaders',
  'format',
  'get',
  'getHeader',
  'getHeaderNames',
  'getHeaders',
  'hasHeader',
  'header',
  'headerSent',
  'json',
  'jsonp',
  'links',
  'location',
  'redirect',
  'removeHeader',
  'render',
  'send',
  'sendFile',
  'sendStatus',
  'sendfile',
  'set',
  'setHeader',
  'status',
  'type',
  'vary',
  'write',
  'writeHead',
]

const ofApplication: readonly string[] = [
  'all',
  'configure',
  'defaultConfiguration',
  'del',
  'delete',
  'disable',
  'disabled',
  'enable',
  'enabled',
  'engine',
  'get',
  'handle',
  'init',
  'lazyrouter',
  'param',
  'path',
  'post',
  'render',
  'route',
  'set',
  'use',
]

/** Members as `owner.member`. */
type Names = { readonly [owner in 'req' | 'res' | 'app']: readonly string[] }

const all: Names = { req: ofRequest, res: ofResponse, app: ofApplication }

/** One scenario for each use, in which every member of the three objects is replaced. */
export function allReplaced(uses: Record<string, Use>, details: Details = {}): Scenario[] {
  return Object.entries(uses).flatMap(([label, use]) => [
    scenario(
      `${label} with members replaced on the objects`,
      (express, probe) => replaceOnObjects(express, probe, use),
      [get('/'), head('/')],
      { ...details, env: 'production' },
    ),
    scenario(
      `${label} with members replaced on the prototypes of the application`,
      (express, probe) => {
        const app = createApp(express)
        const recorder = new CallRecorder()
        recorder.replace(app.request, 'req', all.req)
        recorder.replace(app.response, 'res', all.res)
        return answer(app, recorder, probe, use)
      },
      [get('/')],
      { ...details, env: 'production' },
    ),
  ])
}

/**
 * One scenario for each use, in which the members of a response, of its request and of the
 * application are replaced one by one: a shortcut must not pass any of them by.
 */
export function oneReplaced(uses: Record<string, Use>, details: Details = {}): Scenario[] {
  const members = Object.entries(all).flatMap(([owner, names]) =>
    names.map((name) => `${owner}.${name}`),
  )
  return Object.entries(uses).flatMap(([label, use]) => [
    scenario(
      `${label} with one member replaced`,
      (express, probe) => {
        const app = createApp(express)
        const recorder = new CallRecorder()
        app.use((req: Req, res: Res, next: () => void) => {
          recorder.restore()
          const [, owner = '', name = ''] = /^\/(\w+)\.(\w+)$/.exec(req.url) ?? []
          const target = { req, res, app }[owner]
          if (target) recorder.replace(target, owner, [name])
          next()
        })
        return answer(app, recorder, probe, use)
      },
      [keepAlive(members.map((name) => get(`/${name}`)))],
      { ...details, env: 'production' },
    ),
    scenario(
      `${label} with members replaced on the prototypes of the module`,
      (express, probe) => {
        const app = createApp(express)
        const recorder = new CallRecorder()
        app.use((_req: Req, res: Res, next: () => void) => {
          recorder.replace(express.request, 'req', all.req)
          recorder.replace(express.response, 'res', all.res)
          res.on('close', () => recorder.restore())
          next()
        })
        return answer(app, recorder, probe, use)
      },
      [get('/')],
      { ...details, env: 'production' },
    ),
  ])
}

/** One scenario for each use of an application that no request has reached. */
export function applicationReplaced(
  uses: Record<string, (app: App, express: Express) => unknown>,
  details: Details = {},
): Scenario[] {
  return Object.entries(uses).map(([label, use]) =>
    calling(`${label} with members replaced on the application`, details, (express, recorder) => {
      const app = createApp(express)
      recorder.replace(app, 'app', [...all.app, 'listen'])
      return use(app, express)
    }),
  )
}

const ofRouter = ['all', 'get', 'handle', 'param', 'post', 'route', 'use']
const ofRoute = ['all', 'dispatch', 'get', 'post']

/** One scenario for each use of a router and of a route. */
export function routerReplaced(
  uses: Record<string, (router: Router, route: Route) => unknown>,
): Scenario[] {
  return Object.entries(uses).map(([label, use]) =>
    calling(
      `${label} with members replaced on the router`,
      { dialects: ['5.x', '4.x'] },
      (express, recorder) => {
        const router = express.Router()
        const route = router.route('/a')
        recorder.replace(router, 'router', ofRouter)
        recorder.replace(route, 'route', ofRoute)
        return use(router, route)
      },
    ),
  )
}

function calling(
  name: string,
  details: Details,
  work: (express: Express, recorder: CallRecorder) => unknown,
): Scenario {
  const program: Scenario['app'] = async (express, probe) => {
    const recorder = new CallRecorder()
    await work(express, recorder)
    probe.seen(`calls${recorder.take()}`)
    return undefined
  }
  return scenario(name, program, [], { ...details, env: 'production' })
}

function replaceOnObjects(express: Express, probe: Probe, use: Use): App {
  const app = createApp(express)
  const recorder = new CallRecorder()
  recorder.replace(app, 'app', all.app)
  return answer(app, recorder, probe, (res, req) => {
    recorder.replace(req, 'req', all.req)
    recorder.replace(res, 'res', all.res)
    return use(res, req, app)
  })
}

function answer(app: App, recorder: CallRecorder, probe: Probe, use: Use): App {
  return app.use((req: Req, res: Res) => {
    res.on('close', () => probe.seen(`calls${recorder.take()}`))
    return use(res as V4Res, req as V4Req, app)
  })
}

/** An application with an engine that needs no file. */
function createApp(express: Express): App {
  class View {
    path = 'a path'
    render(_options: unknown, done: (error: null, text: string) => void) {
      done(null, 'rendered')
    }
  }
  return express().set('view', View)
}
