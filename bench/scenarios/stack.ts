import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { getUnderLoad, type Scenario } from '../scenario.ts'

const root = fileURLToPath(new URL('../views', import.meta.url))
const sid = 'a-session-of-the-benchmark'
const secret = 'not a secret'

/** The cookie of express-session, with the signature that its package cookie-signature makes. */
const signature = createHmac('sha256', secret).update(sid).digest('base64').replace(/=+$/, '')
const cookie = `connect.sid=${encodeURIComponent(`s:${sid}.${signature}`)}`

/** Frameworks with the interface of Express: the middleware is Express's. */
const candidates = [
  'webapp',
  'webapp-shortcuts-off',
  'webapp-v4',
  'webapp-v3',
  'express5',
  'express4',
  'express3',
  'ultimate-express',
  'fulmine.js',
]

export const scenarios: Scenario[] = [
  withStack('stack-json', 'JSON of 2 KB behind six middleware functions', '/list', {
    type: 'application/json',
    body: /^\{"user":"Ada","items":\[\{"name":"product 0"/,
  }),
  withStack('stack-view', 'ejs view behind six middleware functions', '/view', {
    type: 'text/html',
    body: /<title>Ada<\/title>.*<li>product 39: 40<\/li>/s,
  }),
]

function withStack(
  name: string,
  title: string,
  path: string,
  answer: { type: string; body: RegExp },
): Scenario {
  const headers = { cookie, 'accept-encoding': 'gzip', origin: 'http://localhost' }
  const plan: Scenario['plan'] = () => [{ do: 'stack', root, sid, secret }]
  return getUnderLoad(
    { name, family: 'stack', title, plan, path, headers, candidates },
    { ...answer, hasOtherHeaders: true },
  )
}
