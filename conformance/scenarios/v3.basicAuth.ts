import { get, head, type RawRequest } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3, type V3Express } from '../harness/v3.ts'

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`
}

const headers = [
  basic('user:password'),
  basic('user:wrong'),
  basic('other:password'),
  basic('user:pass:word'),
  basic('user:'),
  basic(':password'),
  basic(':'),
  basic('ü:ß'),
  'Bearer token',
  'Basic a b',
  'Basic',
  basic('user:password').toLowerCase(),
]
const requests: RawRequest[] = [
  get('/'),
  head('/'),
  ...headers.map((Authorization) => get('/', { headers: { Authorization } })),
]

type Decide = (error: unknown, user?: unknown) => void

const forms: Record<string, (express: V3Express) => ReturnType<V3Express['basicAuth']>> = {
  'a pair': (express) => express.basicAuth('user', 'password'),
  'a pair and a realm': (express) => express.basicAuth('user', 'password', 'My "Realm"'),
  'a password with a colon': (express) => express.basicAuth('user', 'pass:word'),
  'an empty password': (express) => express.basicAuth('user', ''),
  'a function': (express) =>
    express.basicAuth(
      (user: string, password: string) => user === 'user' && password === 'password',
    ),
  'a function and a realm': (express) =>
    express.basicAuth((user: string) => user === 'user', 'Realm'),
  'a function of the password alone': (express) =>
    express.basicAuth((_user: string, password: string) => password === 'password'),
  'a callback': (express) =>
    express.basicAuth((user: string, password: string, decide: Decide) => {
      setImmediate(decide, null, password === 'password' && { name: user })
    }),
  'a callback at once': (express) =>
    express.basicAuth((user: string, password: string, decide: Decide) => {
      decide(null, password === 'password' ? user : undefined)
    }),
  'a callback with an error': (express) =>
    express.basicAuth((_user: string, _password: string, decide: Decide) => {
      decide(new Error('no database'))
    }),
}

function messageOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

export default family(
  '3.x basicAuth',
  Object.entries(forms).map(([label, create]) =>
    scenario3(
      `with ${label}`,
      (express, probe) =>
        express()
          .use(create(express))
          .use((req, res) => {
            probe.seen('user', req.user, req.remoteUser)
            res.send('inside')
          }),
      requests,
      { env: 'production' },
    ),
  ),
  scenario3(
    'lets in who is known already',
    (express) =>
      express()
        .use((req, _res, next) => {
          if (req.query.known) req.user = 'known'
          next()
        })
        .use(express.basicAuth('user', 'password'))
        .use((req, res) => res.send(String(req.user))),
    [get('/?known=1'), get('/')],
  ),
  scenario3(
    'refuses credentials that cannot be read',
    (express) => express().use(express.basicAuth('user', 'password')),
    ['Basic !!!', basic('nocolon'), 'Basic  ', basic('')].map((Authorization) =>
      get('/', { headers: { Authorization } }),
    ),
    { env: 'production' },
  ),
  scenario3(
    'gives errors of the function on',
    (express) =>
      express().use(
        express.basicAuth(() => {
          throw new Error('thrown')
        }),
      ),
    [get('/', { headers: { Authorization: basic('a:b') } })],
    { env: 'production' },
  ),
  scenario3(
    'guards routes',
    (express) => {
      const app = express()
      app.get('/open', (_req, res) => res.send('open'))
      app.get('/closed', express.basicAuth('user', 'password'), (req, res) =>
        res.send(req.user as string),
      )
      return app
    },
    [
      get('/open'),
      get('/closed'),
      get('/closed', { headers: { Authorization: basic('user:password') } }),
    ],
  ),
  probes3('basicAuth', {
    'wants a password': (express, probe) => {
      probe.seen(
        'user alone',
        messageOf(() => express.basicAuth('user')),
      )
      probe.seen(
        'function',
        messageOf(() => express.basicAuth(() => true)),
      )
    },
    'wants texts': (express, probe) => {
      probe.seen(
        'numbers',
        messageOf(() => express.basicAuth(1, 2)),
      )
      probe.seen(
        'no user',
        messageOf(() => express.basicAuth(undefined, 'password')),
      )
    },
  }),
)
