import { getUnderLoad, type Scenario } from '../scenario.ts'

const greeting = /^Hello, World! \d{7}$/

const native = ['ultimate-express', 'fulmine.js']
const shownOften = ['node', 'webapp', 'webapp-shortcuts-off', 'express5', 'fastify', ...native]

const plan: Scenario['plan'] = () => [{ do: 'text', path: '/' }]

const browserHeaders = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'cache-control': 'max-age=0',
  cookie: 'session=0123456789abcdef0123456789abcdef; theme=dark; consent=yes',
  referer: 'http://localhost/previous/page',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
  'upgrade-insecure-requests': '1',
  dnt: '1',
}

export const scenarios: Scenario[] = [
  getUnderLoad(
    { name: 'hello', title: 'hello text', plan, path: '/' },
    { type: 'text/', body: greeting },
  ),
  getUnderLoad(
    {
      name: 'hello-browser',
      title: 'hello text, 12 browser headers',
      plan,
      path: '/',
      headers: browserHeaders,
    },
    { type: 'text/', body: greeting },
  ),
  onConnections('hello-1', 'hello text, one connection', 1),
  onConnections('hello-8', 'hello text, eight connections', 8),
  atRate('latency-half', 'hello text at half of the capacity of bare Node', 1 / 2),
  atRate('latency-four-fifths', 'hello text at four fifths of the capacity of bare Node', 4 / 5),
]

/** With few connections, a server that is not busy handles requests one by one. */
function onConnections(name: string, title: string, connections: number): Scenario {
  const scenario = { name, family: 'connections', title, connections, plan, path: '/' }
  return getUnderLoad({ ...scenario, candidates: shownOften }, { type: 'text/', body: greeting })
}

function atRate(name: string, title: string, share: number): Scenario {
  const candidates = [...shownOften, 'webapp-v4', 'webapp-v3', 'express4', 'hono']
  const scenario = { name, family: 'latency', title, share, plan, path: '/', candidates }
  return getUnderLoad({ ...scenario, measure: 'latency' }, { type: 'text/', body: greeting })
}
