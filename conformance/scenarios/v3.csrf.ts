import { createHash } from 'node:crypto'
import { get, post, type RawRequest, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, probes3, scenario3, type V3Express, type V3Req } from '../harness/v3.ts'

const SECRET = 'AbCdEfGhIjKlMnOpQrStUvWx'
// Made of the salt and the secret, as the tokens of the original are.
const digest = createHash('sha1').update(`saltsalt-${SECRET}`).digest('base64url')
const TOKEN = `saltsalt-${digest}`
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

type Csrf = V3Req & { csrfToken(): string }

function serve(...options: unknown[]) {
  return (express: V3Express, probe: { seen(label: string, ...values: unknown[]): void }) =>
    express()
      .use(express.cookieParser('keyboard'))
      .use(express.urlencoded())
      .use((req, _res, next) => {
        if (req.path !== '/bare') Object.assign(req, { session: { csrfSecret: SECRET } })
        next()
      })
      .use(express.csrf(...options))
      .use((req, res) => {
        const token = (req as Csrf).csrfToken()
        probe.seen('token', token.length, /^\w+-[\w-]{27}$/.test(token))
        probe.seen('again', token === (req as Csrf).csrfToken(), req.session)
        res.end('inside')
      })
      .use(
        onError3((err, _req, res, _next) => {
          probe.seen('error', err.name, err.message, err.status, err.code)
          res.send(Number(err.status) || 500, 'outside')
        }),
      )
}

const tokens = [TOKEN, 'wrong', '', '-', `${TOKEN}x`, TOKEN.slice(1), `x${TOKEN}`]
const requests: RawRequest[] = [
  ...['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) =>
    request(method, '/'),
  ),
  ...tokens.flatMap((token) => [
    post('/', { headers: form, body: `_csrf=${token}` }),
    post(`/?_csrf=${token}`),
    post('/', { headers: { 'X-CSRF-Token': token } }),
  ]),
  ...['CSRF-Token', 'XSRF-Token', 'X-XSRF-Token', 'X-Token'].map((name) =>
    post('/', { headers: { [name]: TOKEN } }),
  ),
  post('/', { headers: form, body: `_csrf[]=${TOKEN}` }),
  post('/', { headers: form, body: `_csrf[a]=${TOKEN}` }),
  get('/bare'),
  post('/bare', { headers: { 'X-CSRF-Token': TOKEN } }),
]

const options: Record<string, unknown[]> = {
  'no options': [],
  'a value': [{ value: (req: V3Req) => req.get('X-Token') }],
  'methods in lower case': [{ ignoreMethods: ['get', 'delete'] }],
  'no methods': [{ ignoreMethods: [] }],
  'another session': [{ sessionKey: 'session' }],
  'a longer salt': [{ saltLength: 12 }],
}

const signed = 's%3AAbCdEfGhIjKlMnOpQrStUvWx.XSF7rJx0M03VAXP%2FvDYYegHmlkNIvPwUjdktU6NaljA'

export default family(
  '3.x csrf',
  Object.entries(options).map(([label, args]) =>
    scenario3(`with ${label}`, serve(...args), requests),
  ),
  scenario3('with a cookie', serve({ cookie: true }), [
    get('/', { headers: { Cookie: `_csrf=${SECRET}` } }),
    post('/', { headers: { Cookie: `_csrf=${SECRET}`, 'X-CSRF-Token': TOKEN } }),
    post('/', { headers: { Cookie: `_csrf=${SECRET}`, 'X-CSRF-Token': 'wrong' } }),
    post('/', { headers: { Cookie: '_csrf=other', 'X-CSRF-Token': TOKEN } }),
  ]),
  scenario3(
    'makes a secret, and a new token when it changes',
    (express, probe) => {
      const app = express()
      app.use((req, _res, next) => {
        Object.assign(req, { session: {} })
        next()
      })
      app.use(express.csrf())
      return app.use((req, res) => {
        const first = (req as Csrf).csrfToken()
        const secret = String(req.session?.csrfSecret)
        const [salt] = first.split('-')
        const made = createHash('sha1').update(`${salt}-${secret}`).digest('base64url')
        probe.seen('secret', /^[\w-]{24}$/.test(secret), first === `${salt}-${made}`)
        probe.seen('again', (req as Csrf).csrfToken() === first)
        req.session = {}
        probe.seen('other', (req as Csrf).csrfToken() === first, Object.keys(req.session))
        res.end()
      })
    },
    [get('/')],
  ),
  probes3('csrf', {
    'wants a list of methods': (express, probe) => {
      probe.attempt('text', () => express.csrf({ ignoreMethods: 'GET' }))
    },
    'sets a cookie': (express, probe) => {
      const cookies = [true, { key: 'c', path: '/x', secure: true, httpOnly: true, maxAge: 5 }]
      for (const cookie of [...cookies, { signed: true }]) {
        const headers: Record<string, unknown> = {}
        const res = {
          getHeader: (name: string) => headers[name.toLowerCase()],
          setHeader(name: string, value: unknown) {
            headers[name.toLowerCase()] = value
          },
        }
        const req = {
          method: 'GET',
          headers: {},
          cookies: {},
          signedCookies: {},
          secret: 'keyboard',
        }
        express.csrf({ cookie })(req as never, res as never, (error) => probe.seen('next', error))
        const shown = String(headers['set-cookie']).replace(/=(s%3A)?[^;]+/, '=$1<secret>')
        probe.seen('cookie', shown)
      }
    },
  }),
  scenario3('with a signed cookie', serve({ cookie: { signed: true } }), [
    get('/', { headers: { Cookie: `_csrf=${signed}` } }),
    post('/', { headers: { Cookie: `_csrf=${signed}`, 'X-CSRF-Token': TOKEN } }),
  ]),
  scenario3(
    'signed cookies need a secret',
    (express) =>
      express()
        .use(express.cookieParser())
        .use(express.csrf({ cookie: { signed: true } }))
        .use(onError3((err, _req, res, _next) => res.send(500, String(err.message)))),
    [get('/')],
  ),
)
