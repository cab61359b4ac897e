import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Handler } from '../harness/express.ts'
import { get, head } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

type CookieParser = (secret?: unknown, options?: unknown) => Handler

const cookieParser = createRequire(import.meta.url)('cookie-parser') as CookieParser

/** A value with the signature of `cookie-signature`. */
function seal(value: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(value).digest('base64')
  return `${value}.${digest.replace(/=+$/, '')}`
}

export default family(
  'res.cookie',
  cases(
    'sets',
    {
      'a string and chains': (_req, res, _next, probe) => {
        probe.seen('chains', res.cookie('name', 'value') === res)
        res.end()
      },
      several: (_req, res) => res.cookie('a', '1').cookie('b', '2').cookie('a', '3').end(),
      'an encoded value': (_req, res) => res.cookie('name', 'a b;c=d,é"').end(),
      'an empty value': (_req, res) => res.cookie('name', '').end(),
      'a number': (_req, res) => res.cookie('name', 5).end(),
      true: (_req, res) => res.cookie('name', true).end(),
      'no value': (_req, res) => res.cookie('name').end(),
      null: (_req, res) => res.cookie('name', null).end(),
      'an object': (_req, res) => res.cookie('name', { a: [1, 'é'] }).end(),
      'an array': (_req, res) => res.cookie('name', [1, 2]).end(),
      'a Date': (_req, res) => res.cookie('name', new Date(0)).end(),
      'a function': (_req, res) => res.cookie('name', () => 1).end(),
      'a bigint': (_req, res) => res.cookie('name', 1n).end(),
      'an object with toJSON undefined': (_req, res) =>
        res.cookie('name', { toJSON: () => undefined }).end(),
      'beside other Set-Cookie headers': (_req, res) =>
        res.set('Set-Cookie', 'raw=1').cookie('a', 'b').end(),
      'a path': (_req, res) => res.cookie('a', 'b', { path: '/admin' }).end(),
      'an empty path': (_req, res) => res.cookie('a', 'b', { path: '' }).end(),
      'a null path': (_req, res) => res.cookie('a', 'b', { path: null }).end(),
      'an undefined path': (_req, res) => res.cookie('a', 'b', { path: undefined }).end(),
      'a domain': (_req, res) => res.cookie('a', 'b', { domain: '.example.com' }).end(),
      flags: (_req, res) =>
        res.cookie('a', 'b', { httpOnly: true, secure: true, partitioned: true }).end(),
      'falsy flags': (_req, res) =>
        res.cookie('a', 'b', { httpOnly: false, secure: 0, partitioned: null }).end(),
      all: (_req, res) =>
        res
          .cookie('a', 'b', {
            domain: 'x.y',
            path: '/p',
            maxAge: 1000,
            httpOnly: true,
            secure: true,
            sameSite: 'lax',
            priority: 'high',
            partitioned: true,
          })
          .end(),
      priorities: (_req, res) =>
        res
          .cookie('a', 'b', { priority: 'low' })
          .cookie('a', 'b', { priority: 'Medium' })
          .cookie('a', 'b', { priority: 'HIGH' })
          .end(),
      'sameSite forms': (_req, res) => {
        for (const sameSite of [true, false, 'lax', 'Strict', 'NONE', undefined, null, '']) {
          res.cookie('a', 'b', { sameSite })
        }
        res.end()
      },
      'an own encoder': (_req, res) =>
        res.cookie('a', 'b c', { encode: (text: string) => text.replace(' ', '+') }).end(),
      'an own encoder for objects': (_req, res) =>
        res.cookie('a', { b: 1 }, { encode: () => 'fixed' }).end(),
      expires: (_req, res) => res.cookie('a', 'b', { expires: new Date(0) }).end(),
      'expires undefined': (_req, res) => res.cookie('a', 'b', { expires: undefined }).end(),
      'expires 0': (_req, res) => res.cookie('a', 'b', { expires: 0 }).end(),
      maxAge: (_req, res) => res.cookie('a', 'b', { maxAge: 1500 }).end(),
      'maxAge 0': (_req, res) => res.cookie('a', 'b', { maxAge: 0 }).end(),
      'maxAge negative': (_req, res) => res.cookie('a', 'b', { maxAge: -1000 }).end(),
      'maxAge as a string': (_req, res) => res.cookie('a', 'b', { maxAge: '1000' }).end(),
      'maxAge null': (_req, res) => res.cookie('a', 'b', { maxAge: null }).end(),
      'maxAge undefined': (_req, res) => res.cookie('a', 'b', { maxAge: undefined }).end(),
      'maxAge NaN': (_req, res) => res.cookie('a', 'b', { maxAge: Number.NaN }).end(),
      'maxAge as a word': (_req, res) => res.cookie('a', 'b', { maxAge: 'soon' }).end(),
      'maxAge Infinity': (_req, res) =>
        res.cookie('a', 'b', { maxAge: Number.POSITIVE_INFINITY }).end(),
      'maxAge and expires': (_req, res) =>
        res.cookie('a', 'b', { maxAge: 5000, expires: new Date(0) }).end(),
      'null options': (_req, res) => res.cookie('a', 'b', null).end(),
      'undefined options': (_req, res) => res.cookie('a', 'b', undefined).end(),
      'frozen options': (_req, res) => res.cookie('a', 'b', Object.freeze({ maxAge: 1000 })).end(),
      'options left as they were': (_req, res, _next, probe) => {
        const options = { maxAge: 1000 }
        res.cookie('a', 'b', options)
        probe.seen('options', options)
        res.end()
      },
      'inherited options': (_req, res) =>
        res.cookie('a', 'b', Object.create({ httpOnly: true })).end(),
      'names in odd forms': (_req, res) => res.cookie("a!#$%&'*.^_`|~-", 'b').end(),
    },
    { frozenClock: true },
  ),
  cases('refuses', {
    'a name with a semicolon': (_req, res) => res.cookie('a;b', 'c').end(),
    'a name with an equals sign': (_req, res) => res.cookie('a=b', 'c').end(),
    'a name with a space': (_req, res) => res.cookie('a b', 'c').end(),
    'an empty name': (_req, res) => res.cookie('', 'c').end(),
    'no name': (_req, res) => res.cookie().end(),
    'a name beyond ASCII': (_req, res) => res.cookie('é', 'c').end(),
    'a path injection': (_req, res) => res.cookie('a', 'b', { path: '/; HttpOnly' }).end(),
    'a domain injection': (_req, res) => res.cookie('a', 'b', { domain: 'x; Path=/' }).end(),
    'a numeric path': (_req, res) => res.cookie('a', 'b', { path: 5 }).end(),
    'an unknown sameSite': (_req, res) => res.cookie('a', 'b', { sameSite: 'some' }).end(),
    'an unknown priority': (_req, res) => res.cookie('a', 'b', { priority: 'top' }).end(),
    'a numeric priority': (_req, res) => res.cookie('a', 'b', { priority: 5 }).end(),
    'a string as expires': (_req, res) => res.cookie('a', 'b', { expires: 'tomorrow' }).end(),
    'an invalid Date': (_req, res) => res.cookie('a', 'b', { expires: new Date('x') }).end(),
    'an encoder that is no function': (_req, res) => res.cookie('a', 'b', { encode: 'x' }).end(),
    'an encoder that gives a semicolon': (_req, res) =>
      res.cookie('a', 'b', { encode: () => 'x; y' }).end(),
    'an encoder that gives a line break': (_req, res) =>
      res.cookie('a', 'b', { encode: () => 'x\r\ny' }).end(),
    'a circular object': (_req, res) => {
      const loop: Record<string, unknown> = {}
      loop.loop = loop
      res.cookie('a', loop).end()
    },
    'signing without a secret': (_req, res) => res.cookie('a', 'b', { signed: true }).end(),
  }),
  // In 3.x Node refuses the header; webapp refuses the name, as in the newer dialects.
  cases(
    'refuses',
    {
      'a name with a line break': (_req, res) => res.cookie('a\r\nX-Injected: 1', 'c').end(),
    },
    { dialects: ['5.x', '4.x'] },
  ),
  cases('with a secret on the request', {
    'signs a string': (req, res) => {
      req.secret = 'keyboard cat'
      res.cookie('a', 'b', { signed: true }).cookie('c', '', { signed: true }).end()
    },
    'signs an object': (req, res) => {
      req.secret = 'keyboard cat'
      res.cookie('a', { b: 1 }, { signed: true, httpOnly: true }).end()
    },
    'signs a number': (req, res) => {
      req.secret = 'keyboard cat'
      res.cookie('a', 5, { signed: true }).end()
    },
    'does not sign unless asked': (req, res) => {
      req.secret = 'keyboard cat'
      res.cookie('a', 'b', { signed: false }).cookie('c', 'd', { signed: 0 }).end()
    },
    'refuses a secret that is no string': (req, res) => {
      req.secret = 5
      res.cookie('a', 'b', { signed: true }).end()
    },
    'takes a Buffer as secret': (req, res) => {
      req.secret = Buffer.from('key')
      res.cookie('a', 'b', { signed: true }).end()
    },
  }),
  scenario(
    'works with cookie-parser',
    (express, probe) => {
      const app = express()
      app.use(cookieParser('top secret'))
      app.get('/set', (_req, res) => {
        res.cookie('plain', 'p q').cookie('seal', 's', { signed: true })
        res.cookie('json', { a: 1 }, { signed: true }).send('set')
      })
      app.get('/read', (req, res) => {
        probe.seen('cookies', req.cookies)
        probe.seen('signed', req.signedCookies)
        probe.seen('secret', req.secret)
        res.json([req.cookies, req.signedCookies])
      })
      return app
    },
    [
      get('/set'),
      get('/read'),
      get('/read', {
        headers: { Cookie: 'a=1; b=%20; c="q"; a=2; d=%zz; __proto__=x; j=j:{"a":1}' },
      }),
      get('/read', {
        headers: { Cookie: 'seal=s%3As.tampered; ok=s%3As.HyzkvBZf1zHQPFJ9HGDNR4WqfuvRUpDo' },
      }),
      head('/set'),
    ],
  ),
  scenario(
    'signs with the first of several secrets of cookie-parser',
    (express) =>
      express()
        .use(cookieParser(['one', 'two']))
        .get('/', (req, res) =>
          res.cookie('a', 'b', { signed: true }).json({ ...(req.signedCookies as object) }),
        ),
    ['one', 'two', 'three'].map((secret) =>
      get('/', { headers: { Cookie: `a=s%3A${encodeURIComponent(seal('x', secret))}` } }),
    ),
  ),
  scenario(
    'refuses to sign when cookie-parser has no secret',
    (express) =>
      express()
        .use(cookieParser())
        .get('/', (_req, res) => res.cookie('a', 'b', { signed: true }).end()),
    [get('/')],
  ),
)
