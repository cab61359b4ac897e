// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application, Ranges, Request, Response, Send } from '../../../src/types/v4/public.ts'
import { exactly } from '../equal.ts'

declare const req: Request
declare const res: Response
const _message: IncomingMessage = req
const _answer: ServerResponse = res

// What code bases add to the global namespace is there (declared beside the test of 5.x).
exactly<number | undefined>()(req.user?.id)
exactly<void>()(res.flash('saved'))
exactly<string>()(req.app.locals.nonce)
exactly<Date>()(res.app.startedAt)

// Request.
req.query = { page: '1' }
req.params = {}
req.url = '/other'
exactly<Application>()(req.app)
exactly<Response | undefined>()(req.res)
exactly<any>()(req.body)
exactly<string>()(req.host)
exactly<any>()(req.param('id'))
exactly<any>()(req.param('id', 1))
exactly<string[]>()(req.acceptsLanguages())
exactly<string[]>()(req.acceptsLanguage())
exactly<string | false>()(req.acceptsLanguage('de', 'en'))
exactly<string | false>()(req.acceptsCharset('utf-8'))
exactly<string | false>()(req.acceptsEncoding(['gzip']))
exactly<Ranges | -1 | -2 | undefined>()(req.range(100))
// @ts-expect-error the host is computed
req.host = 'a'
declare const narrow: Request<{ id: string }, string, { a: 1 }, { q: string }, { user: string }>
exactly<{ a: 1 }>()(narrow.body)
exactly<{ q: string }>()(narrow.query)
exactly<string | undefined>()(narrow.res?.locals.user)

// Response: a status may come before or after the body.
exactly<Response>()(res.send(404))
exactly<Response>()(res.send(404, 'nothing').send('nothing', 404).send())
exactly<Response>()(res.json(201, {}).json({}, 201).json({}).jsonp(500, []).jsonp([], 500))
exactly<void>()(res.redirect('/', 301))
exactly<void>()(res.redirect(301, '/'))
exactly<void>()(res.redirect('back'))
exactly<Response>()(res.vary().vary('Accept').vary(['a']).location('back').links({ next: '/2' }))
exactly<Response>()(res.status(200).set('a', 'b').type('html').append('a', 'b').sendStatus(200))
exactly<Response>()(res.cookie('a', 1, { maxAge: 1 }).clearCookie('a'))
res.sendfile('a.txt', (err) => err.message)
res.sendfile('a.txt', { root: '.', maxAge: '1d' }, () => {})
res.sendFile('/a', { root: '.' })
res.download('/a', 'b', { dotfiles: 'allow' }, () => {})
res.format({ html: () => res.send(''), default: (_req, r) => exactly<Response>()(r) })
// @ts-expect-error lists came with 5.x
res.links({ next: ['/2'] })

declare const typed: Response<{ ok: boolean }, { user: string }>
exactly<string>()(typed.locals.user)
exactly<Response<{ ok: boolean }, { user: string }>>()(typed.json(200, { ok: true }))
exactly<Response<{ ok: boolean }, { user: string }>>()(typed.send({ ok: true }, 200))
// @ts-expect-error the body was promised otherwise
typed.json({ ok: 'yes' })
// @ts-expect-error the body was promised otherwise
typed.json(200, { ok: 'yes' })

// Middleware wraps these, knowing the plain form only.
const { send } = res
res.send = (body) => send.call(res, body)
res.json = function (body) {
  exactly<any>()(body)
  return send.apply(this, [JSON.stringify(body)])
}
exactly<[body?: any]>()([] as Parameters<Send>)
