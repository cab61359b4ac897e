import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sleep } from '../../tools/sleep.ts'
import { createLoader, load } from './load.ts'
import { listen, type Transport, visit, visitPort } from './visit.ts'
import { dialectsOf, frameworks, type Way, ways } from './ways.ts'

let loader: ViteDevServer

beforeAll(async () => {
  loader = await createLoader()
})
afterAll(() => loader?.close())

interface Program {
  readonly app: unknown
  readonly responses: ServerResponse[]
}

/** An application with the page, which has asked for nothing yet, and the responses that it was called with. */
async function createProgram(
  framework: string,
  [file, member]: Way['from'],
  middleware: readonly unknown[] = [],
  modules = loader,
): Promise<Program> {
  const handler = (await modules.ssrLoadModule(`/${file}`))[member]
  const { requests } = await modules.ssrLoadModule('/news.js')
  requests.length = 0
  const responses: ServerResponse[] = []
  const app = load(framework)()
  app.set('env', 'test')
  app.disable('x-powered-by')
  app.use((_req: unknown, res: ServerResponse & { locals: object }, next: () => void) => {
    responses.push(res)
    Object.assign(res.locals, { nonce: 'bm9uY2U' })
    next()
  })
  for (const each of middleware) app.use(each)
  app.get('/', handler)
  return { app, responses }
}

interface Asked {
  resolve(titles: readonly string[]): void
  reject(error: Error): void
}

/** The request of the page for the news. */
async function nextRequest(modules = loader): Promise<Asked> {
  const requests: Asked[] = (await modules.ssrLoadModule('/news.js')).requests
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  const [next] = requests.splice(0, 1)
  if (next === undefined) throw new Error('The page did not ask for news')
  return next
}

const streamed = ways.filter(({ isStreamed }) => isStreamed)

/** Ways with what they run on: all dialects and Express on a port, and requests in memory. */
const runs = ways.flatMap((way) => [
  ...dialectsOf(way).map((dialect) => ({ way, framework: frameworks[dialect].webapp })),
  ...(way.isReturned
    ? []
    : dialectsOf(way).map((dialect) => ({ way, framework: frameworks[dialect].express }))),
])
const titleOf = ({ way, framework }: (typeof runs)[number]) => `${way.name}, on ${framework}`
const streamedRuns = runs
  .filter(({ way }) => way.isStreamed)
  .map((run) => [titleOf(run), run] as const)

describe('a page in parts', () => {
  it.each(streamedRuns)('sends its first part before the slow one: %s', async (_title, run) => {
    const { app } = await createProgram(run.framework, run.way.from)
    await expectParts(app)
  })

  it.each(
    streamed.flatMap((way) =>
      (['app.inject', 'app.fetch'] as const).map(
        (transport) => [way.name, transport, way] as const,
      ),
    ),
  )('does so in memory: %s, by %s', async (_name, transport, way) => {
    const { app } = await createProgram('webapp', way.from)
    await expectParts(app, transport)
  })

  it.each(streamedRuns)('does so through compression: %s', async (_title, run) => {
    // pipeToNodeWritable leaves no place for a flush.
    if (run.way.from[1] === 'write') return
    const compression = load('compression')({ threshold: 0 })
    const { app } = await createProgram(run.framework, run.way.from, [compression])
    const page = await expectParts(app, 'a port', { 'accept-encoding': 'gzip' })
    expect(page.headers['content-encoding']).toBe('gzip')
  })

  async function expectParts(
    app: unknown,
    transport?: Transport,
    headers?: Record<string, string>,
  ) {
    const page = await visit(app, transport, headers)
    const shell = await page.until('News</h1>')
    expect([page.status, shell]).toEqual([200, expect.not.stringContaining('headline')])
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    ;(await nextRequest()).resolve(['First headline', 'Second <headline>'])
    expect(await page.end()).toMatch(/First headline.*Second &lt;headline/s)
    // All inline scripts have the nonce.
    expect(page.text).not.toContain('<script>')
    return page
  }
})

describe('a client that leaves', () => {
  it.each(streamedRuns)('does not disturb others: %s', async (_title, { way, framework }) => {
    const logged = silence()
    const { app, responses } = await createProgram(framework, way.from)
    const page = await visit(app)
    await page.until('News</h1>')
    page.leave()
    const [response] = responses
    if (!response?.destroyed) await once(response as ServerResponse, 'close')
    const { titles, isRead } = watch(['First headline'])
    ;(await nextRequest()).resolve(titles)
    // React drops the part that waited; the others render it for nobody.
    if (way.isAborted) await sleep(50)
    else await expect.poll(isRead).toBe(true)
    expect(isRead()).toBe(!way.isAborted)
    expect(logged.mock.calls).toEqual([])

    const next = await visit(app)
    ;(await nextRequest()).resolve(['Next headline'])
    expect(await next.end()).toContain('Next headline')
  })

  it.each(ways.map((way) => [way.name, way] as const))(
    'leaves nothing in memory: %s',
    async (_name, way) => {
      const { app, responses } = await createProgram('webapp', way.from)
      for (let count = 0; count < 10; count++) await leave(app, way)
      const references = responses.splice(0).map((response) => new WeakRef(response))
      // Solid keeps the context of its last page.
      await expect.poll(() => countLiving(references)).toBeLessThanOrEqual(1)
    },
  )

  async function leave(app: unknown, { isStreamed }: Way): Promise<void> {
    const arriving = visit(app)
    const asked = await nextRequest()
    if (!isStreamed) asked.resolve([])
    const page = await arriving
    page.leave()
    await page.end().catch(() => {})
  }

  it.each([
    ['renderToReadableStream', 'respond', ['webapp']],
    ['renderToPipeableStream', 'pipe', Object.values(frameworks).flatMap(Object.values)],
  ] as const)('ends a render of React that has sent nothing: %s', async (_name, member, names) => {
    const logged = silence()
    for (const framework of names) {
      const { app } = await createProgram(framework, ['others/react.jsx', member])
      const reported = new Promise((resolve) => addErrorHandler(app, resolve))
      const port = await listen(app)
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
      )
      await nextRequest()
      socket.destroy()
      expect(String(await reported)).toMatch(/abort/i)
    }
    expect(logged.mock.calls).toEqual([])
  })
})

/** Keeps what libraries say about the errors of these tests from the output. */
function silence() {
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')] as const
  for (const spy of spies) spy.mockImplementation(() => {})
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return spies[0]
}

function addErrorHandler(app: unknown, handle: (error: Error) => void): void {
  const add = (app as { use(handler: unknown): void }).use.bind(app)
  add((error: Error, _req: unknown, res: ServerResponse, _next: unknown) => {
    handle(error)
    res.statusCode = 500
    res.end(`failed: ${error.message}`)
  })
}

describe('a page that fails', () => {
  let failing: ViteDevServer
  beforeAll(async () => {
    failing = await createLoader({ isFailing: true })
  })
  afterAll(() => failing?.close())

  it.each(
    ways
      // It closes the response itself.
      .filter(({ name }) => name !== 'Vue, pipeToNodeWritable')
      .map((way) => [way.name, way] as const),
  )('before its first part is an error like any other: %s', async (_name, way) => {
    silence()
    const { app } = await createProgram('webapp', way.from, [], failing)
    addErrorHandler(app, () => {})
    const arriving = visit(app)
    if (!way.isStreamed) (await nextRequest(failing)).resolve([])
    const page = await arriving
    expect([page.status, await page.end()]).toEqual([500, 'failed: no pages today'])
  })

  it.each(streamedRuns)('after its first part: %s', async (_title, { way, framework }) => {
    silence()
    const { app } = await createProgram(framework, way.from)
    const page = await visit(app)
    await page.until('News</h1>')
    ;(await nextRequest()).reject(new Error('no news today'))
    const rest = page.end()
    if (way.lateFailure === 'cut off') await expect(rest).rejects.toThrow('aborted')
    else expect(await rest).toMatch(/<\/html>|<script/)
    // The server goes on.
    const next = await visit(app)
    ;(await nextRequest()).resolve(['Next headline'])
    expect(await next.end()).toContain('Next headline')
  })
})

describe('a slow client', () => {
  const pages: readonly (readonly [string, Way['from'], boolean, boolean?])[] = [
    ['React, renderToPipeableStream', ['others/large.jsx', 'reactPipe'], true],
    ['React, renderToReadableStream', ['others/large.jsx', 'reactRespond'], true, true],
    ['Vue, renderToNodeStream', ['others/large.jsx', 'vuePipe'], true],
    ['Vue, renderToWebStream', ['others/large.jsx', 'vueRespond'], true, true],
    ['Vue, pipeToNodeWritable', ['others/large.jsx', 'vueWrite'], false],
    ['Solid, renderToStream', ['others/large-solid.jsx', 'solidPipe'], false],
  ]
  const all = pages.flatMap(([name, from, waits, isReturned]) =>
    (isReturned ? ['webapp'] : Object.values(frameworks).flatMap(Object.values)).map(
      (framework: string) => [name, framework, from, waits] as const,
    ),
  )

  it.each(all)('%s, on %s', async (_name, framework, from, waits) => {
    let written = 0
    let isFull = false
    const count = (_req: unknown, res: ServerResponse, next: () => void) => {
      const write = res.write as (...args: unknown[]) => boolean
      res.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
        written += chunk.length
        const isTaken = write.call(res, chunk, ...rest)
        isFull ||= !isTaken
        return isTaken
      }) as ServerResponse['write']
      next()
    }
    const { app } = await createProgram(framework, from, [count])
    const page = await visitPort(await listen(app))
    await expect.poll(() => isFull).toBe(true)
    await settle(() => written)
    // The client reads nothing yet. A response that waits holds little more than one part.
    if (waits) expect(written).toBeLessThan(LARGE / 2)
    else expect(written).toBeGreaterThan(LARGE)
    expect((await page.end()).length).toBeGreaterThan(LARGE)
  })
})

/** The length of the texts in others/large.jsx. */
const LARGE = 400 * 65536

/** Waits until a number stays the same. */
async function settle(measure: () => number): Promise<void> {
  let before: number
  do {
    before = measure()
    await sleep(50)
  } while (measure() !== before)
}

/** Titles, and whether a page has read the first of them. */
function watch(titles: readonly string[]) {
  let isRead = false
  const get = (target: readonly string[], name: string | symbol, receiver: unknown) => {
    if (name === '0') isRead = true
    return Reflect.get(target, name, receiver)
  }
  return { titles: new Proxy(titles, { get }), isRead: () => isRead }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function countLiving(references: readonly WeakRef<object>[]): number {
  collectGarbage()
  return references.filter((reference) => reference.deref() !== undefined).length
}

describe('on the wire', () => {
  const requestsOf = {
    'GET / HTTP/1.1': 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'HEAD / HTTP/1.1': 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET / HTTP/1.0': 'GET / HTTP/1.0\r\n\r\n',
    'HEAD / HTTP/1.0': 'HEAD / HTTP/1.0\r\n\r\n',
  }
  const all = ways
    .filter(({ isReturned }) => !isReturned)
    .flatMap((way) =>
      dialectsOf(way).flatMap((dialect) =>
        Object.keys(requestsOf).map((head) => [way.name, dialect, head, way] as const),
      ),
    )

  it.each(all)('%s in %s sends the bytes of Express: %s', async (_name, dialect, head, way) => {
    const text = requestsOf[head as keyof typeof requestsOf]
    const { webapp, express } = frameworks[dialect]
    const original = await exchange(express, way, text)
    expect(original).toMatch(/^HTTP\/1\.1 200 OK/)
    if (head.startsWith('GET')) expect(original).toContain('First headline')
    expect(await exchange(webapp, way, text)).toBe(original)
  })

  it.each(ways.filter(({ isReturned }) => isReturned).map((way) => [way.name, way] as const))(
    '%s: HEAD, and a client of HTTP/1.0',
    async (_name, way) => {
      const logged = silence()
      const whole = await exchange('webapp', way, requestsOf['GET / HTTP/1.0'])
      expect(whole).toContain('First headline')
      expect(whole).not.toMatch(/Transfer-Encoding/i)
      const head = await exchange('webapp', way, requestsOf['HEAD / HTTP/1.1'])
      expect(head).toMatch(/^HTTP\/1\.1 200 OK.*\r\n\r\n$/s)
      expect(logged.mock.calls).toEqual([])
    },
  )

  /** All bytes of a response, without its date. The slow part follows when the first one has arrived. */
  async function exchange(framework: string, way: Way, text: string): Promise<string> {
    const { app } = await createProgram(framework, way.from)
    const socket = connect(await listen(app), '127.0.0.1', () => socket.write(text))
    const closed = once(socket, 'close')
    let received = ''
    socket.setEncoding('utf8').on('data', (data) => {
      received += data
    })
    const { resolve } = await nextRequest()
    const isHead = text.startsWith('HEAD')
    if (way.isStreamed && !isHead) await expect.poll(() => received).toContain('News</h1>')
    resolve(['First headline'])
    await closed
    return received.replace(/^Date: .*$/m, 'Date')
  }
})

describe('the guide', () => {
  const guide = readFileSync(new URL('../../docs/guide/rendering.md', import.meta.url), 'utf8')

  it.each([
    'react/page.jsx',
    'react/respond.jsx',
    'react/pipe.jsx',
    'vue/page.vue',
    'vue/list.vue',
    'vue/pipe.js',
    'solid/page.jsx',
    'solid/pipe.jsx',
    'solid/respond.jsx',
    'svelte/page.svelte',
    'svelte/send.js',
  ])('shows %s', (name) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    expect(guide).toContain(`\n${text}\`\`\``)
  })
})
