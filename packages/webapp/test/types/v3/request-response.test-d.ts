// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  AcceptedType,
  Application,
  CallableLocals,
  Credentials,
  ParamsDictionary,
  Ranges,
  Request,
  Response,
  Route,
  Send,
  UploadedFile,
  UploadedFiles,
} from '../../../src/types/v3/public.ts'
import { exactly } from '../equal.ts'

declare const req: Request
declare const res: Response
const _message: IncomingMessage = req
const _answer: ServerResponse = res

// What code bases add to the global namespace is there (declared beside the test of 5.x), and is
// not hidden by what the middleware of 3.x adds.
exactly<number | undefined>()(req.user?.id)
exactly<void>()(res.flash('saved'))
exactly<string>()(req.app.locals.nonce)
exactly<Date>()(res.app.startedAt)

// Request.
req.query = { page: '1' }
req.url = '/other'
exactly<Application>()(req.app)
exactly<Response | undefined>()(req.res)
exactly<any>()(req.body)
exactly<string>()(req.host + req.path + req.protocol + req.originalUrl)
exactly<string | undefined>()(req.get('a') ?? req.header('b') ?? req.ip)
exactly<any>()(req.param('id', 1))
exactly<Route>()(req.route)
exactly<ParamsDictionary & string[]>()(req.params)
exactly<string[]>()(req.params.slice(1))
exactly<Credentials | undefined>()(req.auth)
exactly<Ranges | -1 | -2 | undefined>()(req.range(100))
exactly<any>()(req.session.views)
exactly<string>()(req.csrfToken() + req.sessionID)
// @ts-expect-error came with 4.x
req.hostname
// @ts-expect-error came with 4.x
req.baseUrl
// @ts-expect-error the host is computed
req.host = 'a'

// Uploaded files.
exactly<UploadedFiles>()(req.files)
const photo: UploadedFile = req.files.photo
exactly<string>()(photo.path + photo.name + photo.type)
exactly<number>()(photo.size)

// Negotiation.
exactly<AcceptedType[]>()(req.accepted)
exactly<Record<string, string>[]>()(req.accepted.map((type) => type.params))
exactly<string[]>()(
  req.acceptedCharsets.concat(req.acceptedEncodings).concat(req.acceptedLanguages),
)
exactly<string | undefined>()(req.accepts('html') ?? req.accepts('html, json'))
exactly<string | undefined>()(req.accepts('html', 'json') ?? req.accepts(['html', 'json']))
exactly<boolean>()(req.acceptsCharset('utf-8') && req.acceptsEncoding('gzip'))
exactly<boolean>()(req.acceptsLanguage('de') && req.is('json'))
// @ts-expect-error something has to be offered
req.accepts()

declare const narrow: Request<{ id: string }, string, { a: 1 }, { q: string }, { user: string }>
exactly<{ id: string } & string[]>()(narrow.params)
exactly<{ a: 1 }>()(narrow.body)
exactly<{ q: string }>()(narrow.query)
exactly<string | undefined>()(narrow.res?.locals.user)

// Response: a status may come before the body, or be all.
exactly<Response>()(res.send(404))
exactly<Response>()(res.send(404, 'nothing').send('nothing', 404).send())
exactly<Response>()(res.json(201, {}).json({}, 201).json({}).jsonp(500, []).jsonp([]))
exactly<void>()(res.redirect('/'))
exactly<void>()(res.redirect(301, '/'))
exactly<void>()(res.redirect('/', 301))
exactly<Response>()(res.vary('Accept').vary(['a']).location('back').links({ next: '/2' }))
exactly<Response>()(res.status(200).set('a', 'b').set({ a: 'b' }).type('html').attachment('a'))
exactly<Response>()(res.cookie('a', 1, { maxAge: 1, signed: true }).clearCookie('a'))
exactly<boolean>()(res.headerSent)
exactly<string | undefined>()(res.charset)
res.charset = 'utf-8'
res.sendfile('a.txt', (err) => err.message)
res.sendfile('a.txt', { root: '.', maxAge: 1000 }, () => {})
res.download('/a')
res.download('/a', () => {})
res.download('/a', 'b', () => {})
res.format({ html: () => res.send(''), default: (_req, r) => exactly<Response>()(r) })
res.render('index', { title: 'a' })
exactly<CallableLocals>()(res.locals)
exactly<{ title: string }>()(res.locals({ title: 'a' }))
exactly<any>()(res.locals.title)
// @ts-expect-error came with 4.x
res.sendFile('/a')
// @ts-expect-error came with 4.x
res.sendStatus(200)
res.download('/a', 'b', { root: '.' })
// @ts-expect-error two strings hold no status
res.json('a', 'b')

declare const typed: Response<{ ok: boolean }, { user: string }>
exactly<string>()(typed.locals.user)
exactly<Response<{ ok: boolean }, { user: string }>>()(typed.json(200, { ok: true }))
exactly<Response<{ ok: boolean }, { user: string }>>()(typed.send({ ok: true }).send(404))
// @ts-expect-error the body was promised otherwise
typed.json(200, { ok: 'yes' })

// Middleware wraps these, knowing the plain form only.
const { send } = res
res.send = (body: any) => send.call(res, body)
res.json = function (body) {
  exactly<any>()(body)
  return send.apply(this, [JSON.stringify(body)])
}
exactly<[body?: any]>()([] as Parameters<Send>)
