import webapp, { type Request, type Response, type Router } from 'webapp'
import { HttpError } from '../errors.ts'
import { requireToken } from '../http/csrf.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'
import { localPath } from './guards.ts'
import { Login, NewAccount } from './schemas.ts'
import { csrfToken, endSession, SESSION_COOKIE, startSession } from './session.ts'

interface Form {
  readonly isNew: boolean
  readonly name?: string
  readonly problem?: string
}

/** The pages to sign up, to log in, and to log out. */
export function accountPages({ users, limits, live }: Services): Router {
  const pages = webapp.Router()

  pages.get('/', (req, res) => {
    if (req.account) res.redirect(303, '/notes')
    else res.render('welcome', { title: textsOf(res).welcome.title })
  })

  pages.get('/login', (req, res) => showForm(req, res, { isNew: false }))
  pages.get('/signup', (req, res) => showForm(req, res, { isNew: true }))

  pages.post('/login', limits.logins, requireToken, async (req, res) => {
    const login = Login.safeParse(req.body)
    const user = login.success ? await users.authenticate(login.data) : undefined
    if (user === undefined) {
      const name = login.data?.name ?? ''
      res.status(401)
      return showForm(req, res, { isNew: false, name, problem: textsOf(res).account.wrong })
    }
    await startSession(req, user)
    res.redirect(303, backOf(req))
  })

  pages.post('/signup', limits.logins, requireToken, async (req, res) => {
    const account = NewAccount.safeParse(req.body)
    if (!account.success) {
      const { badName, badPassword } = textsOf(res).account
      const isName = account.error.issues.some(({ path }) => path[0] === 'name')
      const name = String(req.body?.name ?? '').slice(0, 200)
      res.status(422)
      return showForm(req, res, { isNew: true, name, problem: isName ? badName : badPassword })
    }
    try {
      await startSession(req, await users.add(account.data))
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409) throw error
      const { name } = account.data
      res.status(409)
      return showForm(req, res, { isNew: true, name, problem: textsOf(res).account.taken })
    }
    res.redirect(303, backOf(req))
  })

  pages.post('/logout', requireToken, async (req, res) => {
    await endSession(req, live)
    res.clearCookie(SESSION_COOKIE).redirect(303, '/')
  })

  return pages
}

function showForm(req: Request, res: Response, { isNew, name = '', problem }: Form): void {
  const t = textsOf(res)
  const back = localPath(req.body?.back ?? req.query.back, '')
  res.render('account-form', {
    title: isNew ? t.nav.signup : t.nav.login,
    action: isNew ? '/signup' : '/login',
    csrf: csrfToken(req),
    isNew,
    name,
    problem,
    back,
  })
}

function backOf(req: Request): string {
  return localPath(req.body?.back || undefined, '/notes')
}
