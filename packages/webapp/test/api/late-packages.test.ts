import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import Module from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ErrorRequestHandler, Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchange, exchangeRaw } from '../support/exchange.ts'
import { loadFresh } from '../support/fresh-modules.ts'
import { type Factory, originals } from '../support/originals.ts'

/** Node's loader, which has no documented name. */
const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown }

const questions = {
  'a body that is too large':
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n15\r\n"0123456789 01234567"\r\n0\r\n\r\n',
  'a file that is missing': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
}

const large = ['accepts', 'iconv-lite', 'mime-types', 'type-is']

describeDialects('a program that starts', ['5.x', '4.x', '3.x'], (t) => {
  const { _load: load } = loader
  const { NODE_ENV } = process.env
  beforeEach(() => {
    process.env.NODE_ENV = 'production'
  })
  afterEach(() => {
    loader._load = load
    process.env.NODE_ENV = NODE_ENV
  })

  it('loads large packages after it has started to listen', async () => {
    const loaded: string[] = []
    let areTooManyOpen = false
    loader._load = function (name, ...rest) {
      if (areTooManyOpen) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      loaded.push(name)
      return load.call(this, name, ...rest)
    }
    const factories = await loadFresh()
    const app = factories[t.dialect]() as unknown as Express
    app.set('env', 'test')
    app.get('/type', (req, res) => {
      areTooManyOpen = true
      try {
        res.send(req.accepts('html'))
      } finally {
        areTooManyOpen = false
      }
    })
    const server = app.listen(0, '127.0.0.1') as Server
    expect(loaded.filter((name) => large.includes(name))).toEqual([])
    await once(server, 'listening')
    await expect.poll(() => large.every((name) => loaded.includes(name))).toBe(true)
    // Programs of other tests in this process load the packages too, so the request may come early.
    const { port } = server.address() as AddressInfo
    await expect.poll(async () => (await exchange(port, '/type')).text).toBe('html')
    server.close()
  })

  it('loads them at once in tests, which may replace the file system', async () => {
    process.env.NODE_ENV = 'test'
    const loaded: string[] = []
    loader._load = function (name, ...rest) {
      loaded.push(name)
      return load.call(this, name, ...rest)
    }
    await loadFresh()
    expect(large.filter((name) => !loaded.includes(name))).toEqual([])
  })

  it('loads them with the first request of a server that it did not start', async () => {
    const loaded: string[] = []
    loader._load = function (name, ...rest) {
      loaded.push(name)
      return load.call(this, name, ...rest)
    }
    const factories = await loadFresh()
    const app = factories[t.dialect]() as unknown as Express
    app.get('/', (_req, res) => void res.send('ok'))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect((await exchange((server.address() as AddressInfo).port, '/')).text).toBe('ok')
    await expect.poll(() => large.every((name) => loaded.includes(name))).toBe(true)
    server.close()
  })
})

/** Such errors are made in callbacks of Node: one more that is thrown there ends the process. */
describe('an error, where too many files are open to load the package that makes it', () => {
  const { _load: load } = loader
  afterEach(() => {
    loader._load = load
  })

  function openTooMany(): void {
    loader._load = function (name, ...rest) {
      if (name === 'http-errors') throw Object.assign(new Error('too many'), { code: 'EMFILE' })
      return load.call(this, name, ...rest)
    }
  }

  async function answerOf(webapp: Factory, question: string): Promise<unknown> {
    const app = webapp() as unknown as Express
    const describe: ErrorRequestHandler = (
      { status, statusCode, expose, type, code },
      _req,
      res,
      _,
    ) => void res.json([status, statusCode, expose, type, code])
    app.post('/', webapp.json({ limit: 10 }) as never)
    app.get('/', (_req, res) => res.sendFile('/none/of/these'))
    app.use(describe)
    const server = app.listen(0, '127.0.0.1') as Server
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await exchangeRaw(port, question).finally(() => server.close())
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  }

  it.each(Object.entries(questions))('is told all the same, for %s', async (_name, question) => {
    const expected = await answerOf(originals['5.x'], question)
    const { '5.x': webapp } = await loadFresh()
    openTooMany()
    expect(await answerOf(webapp as unknown as Factory, question)).toEqual(expected)
  })
})
