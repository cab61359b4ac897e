// The checks in workerd: a worker that runs them, and responds with one line of JSON for each check and
// dialect. tools/runtimes/worker.ts bundles it.
import { handleAsNodeRequest } from 'cloudflare:node'
import { createServer } from 'node:http'
import { Skip } from './check.cjs'
import { describe, runChecks } from './run.cjs'

process.env.NO_DEPRECATION = '*'

const FACTORIES = {
  '5.x': () => require('webapp'),
  '4.x': () => require('webapp/v4'),
  '3.x': () => require('webapp/v3'),
}

const NO_SOCKETS = 'workers have no sockets'

/** Checks of what workers do in another way. */
const OF_NODE = {
  'text is sent with type, length and ETag': 'workers frame bodies themselves',
  'a status by its name': 'workers have no reason phrases',
  'AsyncLocalStorage survives a missing file': 'workers have no files',
  'the error page shows the stack in development': 'a bundle is one file',
  'locals of the application, the response and the call [3.x]': 'all code of a bundle is strict',
  'a store bound to the request channel is available in handlers':
    'channels do not set their stores in workers',
}

/** What a check is given: an application, and requests that reach it as those of clients do. */
class WorkerTrial {
  #server

  constructor(dialect) {
    this.dialect = dialect
    this.webapp = FACTORIES[dialect]()
    this.app = this.webapp()
    this.app.set('env', 'test')
  }

  async request(path, { method = 'GET', headers = {}, body, server } = {}) {
    const isFramed = 'Transfer-Encoding' in headers
    if (server !== undefined || !path.startsWith('/') || isFramed) throw new Skip(NO_SOCKETS)
    this.#server ??= createServer(this.app).listen(0)
    const all = new Headers({ host: 'smoke.test', ...headers })
    if (body !== undefined && !all.has('transfer-encoding')) {
      all.set('content-length', String(Buffer.byteLength(body)))
    }
    const init = { method, headers: all, body, redirect: 'manual' }
    const request = new Request(`http://smoke.test${path}`, init)
    const response = await handleAsNodeRequest(this.#server.address().port, request)
    return toAnswer(response, await readBody(response))
  }

  connect() {
    throw new Skip(NO_SOCKETS)
  }

  close() {
    this.#server?.close()
  }
}

for (const name of ['start', 'listen', 'keep', 'keepConnection', 'url']) {
  WorkerTrial.prototype[name] = WorkerTrial.prototype.connect
}

async function readBody(response) {
  try {
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    throw new Error('closed after a part of the body', { cause: error })
  }
}

function toAnswer({ status, statusText, headers }, body) {
  const list = {}
  for (const [name, value] of headers) {
    list[name] = name in list ? `${list[name]}\n${value}` : value
  }
  const text = body.toString()
  const start = `HTTP/1.1 ${status} ${statusText}`
  return { start, status, headers: list, body, text, json: () => JSON.parse(text) }
}

async function run(group, print) {
  const chosen = {
    groups: [group],
    isChosen: () => true,
    createTrial(dialect, { name }) {
      const reason = OF_NODE[name] ?? OF_NODE[`${name} [${dialect}]`]
      if (reason !== undefined) throw new Skip(reason)
      return new WorkerTrial(dialect)
    },
  }
  try {
    await runChecks(chosen, print)
  } catch (error) {
    print({
      group,
      name: 'the group runs to its end',
      dialect: '5.x',
      outcome: 'failed',
      reason: describe(error),
    })
  }
}

export default {
  async fetch(request) {
    const lines = []
    await run(new URL(request.url).searchParams.get('group'), (line) => lines.push(line))
    return Response.json(lines)
  },
}
