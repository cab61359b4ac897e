import { type Response, Router } from 'webapp'
import { z } from 'zod'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { rateLimit } from '../security/rate-limit.ts'
import { endSession, startSession } from './sessions.ts'
import type { Users } from './users.ts'

const NewAccount = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}._-]{3,30}$/u, 'Choose a name of 3 to 30 letters and digits.'),
  // The upper limit bounds the work of hashing.
  password: z.string().min(8, 'Choose a password of at least 8 characters.').max(200),
})

/** A login accepts what could never be an account, and refuses it like a wrong password. */
const Login = z.object({
  name: z
    .string()
    .max(200)
    .transform((name) => name.replaceAll('\0', '')),
  password: z.string().max(200),
})

/** The pages to sign up, to log in and to log out. */
export function accountPages(users: Users, loginLimit: number): Router {
  const pages = Router()
  const limit = rateLimit(loginLimit, 15 * 60)

  pages.get(['/signup', '/login'], (req, res) => {
    if (req.user !== undefined) return res.redirect(303, '/notes')
    showForm(res, { isNew: req.path === '/signup' })
  })

  pages.post('/signup', limit, async (req, res) => {
    const account = NewAccount.safeParse(req.body)
    const name = String(req.body?.name ?? '').slice(0, 200)
    if (!account.success) {
      const problem = account.error.issues[0]?.message
      return showForm(res.status(422), { isNew: true, name, problem })
    }
    const user = await users.add(account.data)
    if (user === undefined) {
      return showForm(res.status(409), { isNew: true, name, problem: 'This name is taken.' })
    }
    await startSession(req, user)
    res.redirect(303, '/notes')
  })

  pages.post('/login', limit, async (req, res) => {
    const login = Login.safeParse(req.body)
    const user = login.success ? await users.authenticate(login.data) : undefined
    if (user === undefined) {
      const name = String(req.body?.name ?? '').slice(0, 200)
      const problem = 'The name or the password is wrong.'
      return showForm(res.status(401), { isNew: false, name, problem })
    }
    await startSession(req, user)
    res.redirect(303, '/notes')
  })

  pages.post('/logout', async (req, res) => {
    await endSession(req)
    res.redirect(303, '/')
  })

  return pages
}

interface Form {
  readonly isNew: boolean
  readonly name?: string
  readonly problem?: string | undefined
}

function showForm(res: Response, { isNew, name = '', problem }: Form): void {
  const title = isNew ? 'Sign up' : 'Log in'
  const content = html`${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form class="stack" method="post">
<div><label for="name">Name</label>
<input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="30"></div>
<div><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="${isNew ? 'new-password' : 'current-password'}" required maxlength="200"${isNew && html` minlength="8" aria-describedby="hint"`}>
${isNew && html`<p class="hint" id="hint">At least 8 characters.</p>`}</div>
<button>${title}</button>
</form>
${
  isNew
    ? html`<p>You have an account? <a href="/login">Log in</a></p>`
    : html`<p>You have no account? <a href="/signup">Sign up</a></p>`
}`
  res.send(page(title, content, {}))
}
