// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CookieOptions, Ranges, Request, Response } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare global {
  namespace Express {
    interface Request {
      user?: User
    }
    interface User {
      id: number
    }
    interface Response {
      flash(text: string): void
    }
    interface Locals {
      nonce: string
    }
    interface Application {
      startedAt: Date
    }
  }
}

declare const req: Request
declare const res: Response
const _message: IncomingMessage = req
const _answer: ServerResponse = res

// What code bases add to the global namespace is there.
exactly<number | undefined>()(req.user?.id)
exactly<void>()(res.flash('saved'))
exactly<string>()(res.locals.nonce)
exactly<string>()(req.app.locals.nonce)
exactly<Date>()(res.app.startedAt)

// Request.
exactly<string | undefined>()(req.get('host'))
exactly<string[] | undefined>()(req.header('set-cookie'))
exactly<string | false>()(req.accepts('html', 'json'))
exactly<string | false>()(req.accepts(['html', 'json'] as const))
exactly<string[]>()(req.acceptsLanguages())
exactly<string | false | null>()(req.is(['json', 'text/*']))
exactly<Ranges | -1 | -2 | undefined>()(req.range(100, { combine: true }))
exactly<any>()(req.body)
exactly<string | undefined>()(req.ip)
exactly<Response | undefined>()(req.res)
req.url = '/other'
req.method = 'GET'
req.params = {}
// @ts-expect-error the query is computed from the URL
req.query = {}
// @ts-expect-error the address is computed
req.ip = '::1'
// @ts-expect-error gone since 5.x
req.param('id')
declare const narrow: Request<{ id: string }, string, { a: 1 }, { q: string }, { user: string }>
exactly<{ a: 1 }>()(narrow.body)
exactly<string | undefined>()(narrow.res?.locals.user)

// Response: what chains, chains to the same type.
exactly<Response>()(res.status(200).set('a', 'b').set({ a: 1 }).type('html').vary('Accept'))
exactly<Response>()(res.send(Buffer.from('')).json({}).jsonp([]).sendStatus(204))
exactly<Response>()(res.append('a', ['b']).attachment().location('/').links({ next: '/2' }))
exactly<Response>()(res.cookie('a', { b: 1 }, { maxAge: 1, sameSite: 'lax' }).clearCookie('a'))
exactly<void>()(res.redirect(301, '/'))
exactly<void>()(res.render('view', { a: 1 }, (_err, html) => html.length))
res.format({ html: () => res.send(''), 'text/plain': (_req, r) => r.send(''), default() {} })
res.sendFile('/a', { root: '.', headers: { a: 1 }, maxAge: '1d' }, (err) => err?.message)
res.download('/a', (err) => exactly<Error | undefined>()(err))
res.download('/a', (err: Error) => err.message)
// @ts-expect-error there is no error when all went well
res.download('/a', (err) => err.message)
// @ts-expect-error dotfiles takes three words
res.sendFile('/a', { dotfiles: 'hide' })
res.download('/a', 'b', { dotfiles: 'allow' }, () => {})
res.download('/a', { root: '.' })
declare const typed: Response<{ ok: boolean }, { user: string }>
exactly<string>()(typed.locals.user)
exactly<Response<{ ok: boolean }, { user: string }>>()(typed.status(200).json({ ok: true }))
// @ts-expect-error the body was promised otherwise
typed.json({ ok: 'yes' })
// @ts-expect-error a status is a number
res.status('200')
// @ts-expect-error status first went with 4.x
res.redirect('/', 301)
// @ts-expect-error priority takes three words
const _options: CookieOptions = { priority: 'urgent' }
// @ts-expect-error gone since 5.x
res.sendfile('/a')
