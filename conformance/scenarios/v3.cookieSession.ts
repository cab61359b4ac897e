import { createHmac } from 'node:crypto'
import { get, type RawRequest } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, scenario3, type V3Express } from '../harness/v3.ts'

// Cookies that the original made, with the secrets 'keyboard' and 'other'.
const KEYBOARD = 's%3Aj%3A%7B%22v%22%3A%221%22%7D.mGOJ8EMjcFsfB2e5h97W5MvfudoTSuLN%2BVHLJquRHnE'
const OTHER = 's%3Aj%3A%7B%22v%22%3A%221%22%7D.%2FvcKQ9b%2FAUNC7v7H2fI3y8UvssUB%2BKDEK4PUgcxVJ1Q'

type Session = Record<string, unknown> & { cookie: Record<string, unknown> }
type Change = (session: Session) => unknown

/** What a program does with `req.session`; the last returns another session. */
const changes: Record<string, Change> = {
  '/set': (session) => {
    session.v = '2'
  },
  '/same': (session) => {
    session.v = '1'
  },
  '/text': (session) => {
    session.v = 'ü;,"\\'
  },
  '/delete': (session) => {
    delete session.v
  },
  '/maxAge': (session) => {
    session.v = '2'
    session.cookie.maxAge = 5000
  },
  '/expires': (session) => {
    session.v = '2'
    session.cookie.expires = false
  },
  '/path': (session) => {
    session.v = '2'
    session.cookie.path = '/other'
  },
  '/nothing': () => undefined,
  '/null': () => null,
  '/empty': () => ({}),
  '/replaced': () => ({ a: 1 }),
  '/list': () => [1],
  '/word': () => 'word',
}

function serve(options: unknown[], secret?: string) {
  return (express: V3Express, probe: { seen(label: string, ...values: unknown[]): void }) =>
    express()
      .use(express.cookieParser(secret))
      .use(express.cookieSession(...options))
      .use((req, res) => {
        const change = changes[req.path]
        probe.seen('session', JSON.stringify(req.session))
        const given = req.session as Session
        const changed = change?.(given)
        if (change !== undefined && changed !== undefined) req.session = changed as Session
        res.send(JSON.stringify(req.session) ?? 'undefined')
      })
      .use(onError3((err, _req, res, _next) => res.send(500, String(err.message))))
}

function ask(path: string, cookie?: string, headers = {}): RawRequest {
  const sent: Record<string, string> =
    cookie === undefined ? {} : { Cookie: `connect.sess=${cookie}` }
  return get(path, { headers: { ...sent, ...headers } })
}

/** A cookie with a signature of its own. */
function seal(text: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(text).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`s:${text}.${digest}`)
}

const paths = ['/', ...Object.keys(changes)]
const forwarded = (value: string) => ask('/set', undefined, { 'X-Forwarded-Proto': value })

export default family(
  '3.x cookieSession',
  scenario3(
    'with the secret of the cookie parser',
    serve([], 'keyboard'),
    [...paths.map((path) => ask(path)), ...paths.map((path) => ask(path, KEYBOARD))],
    { frozenClock: true },
  ),
  scenario3(
    'with a secret of its own',
    serve([{ secret: 'other' }]),
    [...paths.map((path) => ask(path)), ...paths.map((path) => ask(path, OTHER))],
    { frozenClock: true },
  ),
  scenario3(
    'of cookies with other signatures',
    serve([{ secret: 'keyboard' }]),
    [OTHER, `${KEYBOARD.slice(0, -2)}xx`, 'abc', '', 's%3A', 's%3Aabc', 's%3Aj%3A%7B%7D.x'].map(
      (cookie) => ask('/', cookie),
    ),
  ),
  scenario3(
    'of signed cookies that hold no object',
    serve([{ secret: 'keyboard' }]),
    ['j:{', 'plain', 'j:"text"', 'j:5', 'j:null', 'j:[1]'].map((text) =>
      ask('/', seal(text, 'keyboard')),
    ),
  ),
  [
    { maxAge: 60_000 },
    { maxAge: 0 },
    { maxAge: null },
    { expires: new Date(2e12) },
    { path: '/set', httpOnly: false, domain: 'example.com' },
    { secure: true },
  ].map((cookie) =>
    scenario3(
      `with a cookie of ${JSON.stringify(cookie)}`,
      serve([{ secret: 'other', key: 'connect.sess', cookie }]),
      ['/', '/set', '/settings', '/Set', '/null'].map((path) => ask(path)),
      { frozenClock: true },
    ),
  ),
  scenario3(
    'behind a proxy',
    serve([{ secret: 'other', proxy: true, cookie: { secure: true } }]),
    ['https', 'HTTPS', 'https, http', 'http, https', 'http', ''].map(forwarded),
  ),
  scenario3('without a secret', serve([]), [ask('/')]),
  scenario3('with a name of its own', serve([{ secret: 'other', key: 'mine' }]), [ask('/set')]),
  scenario3(
    'beside other cookies',
    (express) =>
      express()
        .use(express.cookieParser('keyboard'))
        .use(express.cookieSession())
        .use((req, res) => {
          if (req.path === '/head') {
            res.writeHead(200, { 'Set-Cookie': 'a=b', 'Content-Length': '0' })
            res.end()
            return
          }
          res.cookie('a', 'b')
          res.send('x')
        }),
    [get('/'), get('/head')],
  ),
  scenario3(
    'in a mount',
    (express) =>
      express()
        .use('/in', express.cookieParser('keyboard'))
        .use('/in', express.cookieSession({ cookie: { path: '/in' } }))
        .use((req, res) => res.send(String(Boolean(req.session)))),
    [get('/in'), get('/in/x'), get('/out')],
  ),
  scenario3(
    'has cookies of the class that session exports',
    (express, probe) => {
      const { Cookie } = express.session as unknown as { Cookie: new () => object }
      return express()
        .use(express.cookieParser('keyboard'))
        .use(express.cookieSession({ cookie: { path: '/in' } }))
        .use((req, res) => {
          const cookie = req.session?.cookie as object
          probe.seen('cookie', cookie instanceof Cookie, new Cookie() instanceof Cookie)
          res.send('x')
        })
    },
    [get('/in'), get('/out')],
  ),
  scenario3('if the cookie parser has another secret', serve([{ secret: 'other' }], 'keyboard'), [
    ask('/', OTHER),
  ]),
  scenario3('of a JSON cookie without a signature', serve([{ secret: 'other' }]), [
    ask('/', 'j%3A%7B%22v%22%3A1%7D'),
  ]),
)
