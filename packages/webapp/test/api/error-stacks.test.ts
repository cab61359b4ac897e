import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'
import { type Factory, originalFor } from '../support/originals.ts'

/** `any`: the calls are mistakes, which the types refuse. */
type Any = ReturnType<typeof JSON.parse>

interface Site {
  readonly webapp: Any
  readonly app: Any
  readonly req: Any
  readonly res: Any
}
type Call = (site: Site) => unknown

const circular: { self?: unknown } = {}
circular.self = circular

/** Mistakes in a handler whose response is complete. */
const late: Record<string, Call> = {
  'res.send(text)': ({ res }) => res.send('again'),
  'res.send(bytes)': ({ res }) => res.send(Buffer.from('again')),
  'res.send(object)': ({ res }) => res.send({}),
  'res.json': ({ res }) => res.json({}),
  'res.jsonp': ({ res }) => res.jsonp({}),
  'res.sendStatus': ({ res }) => res.sendStatus(200),
  'res.redirect': ({ res }) => res.redirect('/'),
  'res.set': ({ res }) => res.set('a', 'b'),
  'res.set(object)': ({ res }) => res.set({ a: 'b' }),
  'res.append': ({ res }) => res.append('a', 'b'),
  'res.cookie': ({ res }) => res.cookie('a', 'b'),
  'res.clearCookie': ({ res }) => res.clearCookie('a'),
  'res.type': ({ res }) => res.type('html'),
  'res.location': ({ res }) => res.location('/'),
  'res.links': ({ res }) => res.links({ next: '/' }),
  'res.vary': ({ res }) => res.vary('Origin'),
  'res.attachment': ({ res }) => res.attachment('a.txt'),
  'res.format': ({ res }) => res.format({ text: () => {} }),
  'res.setHeader': ({ res }) => res.setHeader('a', 'b'),
  'res.appendHeader': ({ res }) => res.appendHeader('a', 'b'),
  'res.removeHeader': ({ res }) => res.removeHeader('a'),
  'res.writeHead': ({ res }) => res.writeHead(200),
}

/** Arguments that cannot be used. */
const wrong: Record<string, Call> = {
  'res.json(circular)': ({ res }) => res.json(circular),
  'res.send(circular)': ({ res }) => res.send(circular),
  'res.jsonp(circular)': ({ res }) => res.jsonp(circular),
  'res.json(bigint)': ({ res }) => res.json(1n),
  'res.redirect(status)': ({ res }) => res.redirect(1000, '/x'),
  'res.redirect(symbol)': ({ res }) => res.redirect(Symbol('x')),
  'res.status(text)': ({ res }) => res.status('x').end(),
  'res.status(1000)': ({ res }) => res.status(1000).end(),
  'res.sendStatus(text)': ({ res }) => res.sendStatus('x'),
  'res.sendStatus(1000)': ({ res }) => res.sendStatus(1000),
  'res.set(name)': ({ res }) => res.set('a b', 'c'),
  'res.set(value)': ({ res }) => res.set('a', 'b\nc'),
  'res.set(object)': ({ res }) => res.set({ 'a b': 'c' }),
  'res.set(list of types)': ({ res }) => res.set('Content-Type', ['a']),
  'res.header(name)': ({ res }) => res.header('a b', 'c'),
  'res.append(name)': ({ res }) => res.append('a b', 'c'),
  'res.append(value)': ({ res }) => res.append('a', 'b\nc'),
  'res.type(undefined)': ({ res }) => res.type(undefined),
  'res.links(line break)': ({ res }) => res.links({ a: 'b\nc' }),
  'res.vary(name)': ({ res }) => res.vary('a b'),
  'res.cookie(name)': ({ res }) => res.cookie('a b;', 'c'),
  'res.cookie(signed)': ({ res }) => res.cookie('a', 'c', { signed: true }),
  'res.cookie(circular)': ({ res }) => res.cookie('a', circular),
  'res.clearCookie(name)': ({ res }) => res.clearCookie('a b;'),
  'res.attachment(object)': ({ res }) => res.attachment({}),
  'res.sendFile()': ({ res }) => res.sendFile(),
  'res.sendFile(relative)': ({ res }) => res.sendFile('x'),
  'res.download()': ({ res }) => res.download(),
  'res.download(name)': ({ res }) => res.download('/x', 5),
  'res.format(null)': ({ res }) => res.format(null),
  'res.writeHead(99)': ({ res }) => res.writeHead(99),
  'res.writeHead(name)': ({ res }) => res.writeHead(200, { 'a b': 'c' }),
  'res.setHeader(name)': ({ res }) => res.setHeader('a b', 'c'),
  'res.appendHeader(name)': ({ res }) => res.appendHeader('a b', 'c'),
  'res.render(no engine)': ({ res }) => res.render('x'),
  'res.render(missing engine)': ({ res }) => res.render('x.nope'),
  'res.render()': ({ res }) => res.render(),
  'req.get()': ({ req }) => req.get(),
  'app.set(etag)': ({ app }) => app.set('etag', 'x'),
  'app.set(query parser)': ({ app }) => app.set('query parser', 'x'),
  'app.set(trust proxy)': ({ app }) => app.set('trust proxy', 'x'),
  'app.engine': ({ app }) => app.engine('x'),
  'app.param': ({ app }) => app.param('x'),
  'app.use()': ({ app }) => app.use(),
  'app.use(number)': ({ app }) => app.use('/x', 5),
  'app.use(pattern)': ({ app }) => app.use('/:(', () => {}),
  'app.get(pattern)': ({ app }) => app.get('/(', () => {}),
  'app.get(undefined)': ({ app }) => app.get(undefined, () => {}),
  'app.all(number)': ({ app }) => app.all('/', 5),
  'app.route(pattern)': ({ app }) => app.route('/('),
  'app.listen(port)': ({ app }) => app.listen(99_999),
  'app.render(missing engine)': ({ app }) => app.render('x.nope', () => {}),
  'Router.get(pattern)': ({ webapp }) => webapp.Router().get('/(', () => {}),
  'Router.use(pattern)': ({ webapp }) => webapp.Router().use('/(', () => {}),
  'webapp.static()': ({ webapp }) => webapp.static(),
  'webapp.json(limit)': ({ webapp }) => webapp.json({ limit: 'x' }),
  'webapp.urlencoded(parameterLimit)': ({ webapp }) =>
    webapp.urlencoded({ extended: true, parameterLimit: 'x' }),
}

/** The position of the first frame of this file in the stack of an error; NaN if nothing throws. */
function frameOf(call: Call, site: Site): number {
  try {
    call(site)
  } catch (error) {
    const frames = String((error as Error).stack).split(/\n\s+at /)
    const found = frames.findIndex((frame) => frame.includes('error-stacks.test'))
    return found === -1 ? Number.POSITIVE_INFINITY : found
  }
  return Number.NaN
}

describeDialects('the stack of an error about wrong use', ['5.x', '4.x', '3.x'], (t) => {
  /** The position that each call of a table has, in a handler of an application. */
  async function framesOf(webapp: Factory, calls: Record<string, Call>, isLate: boolean) {
    const app = webapp()
    const frames: Record<string, number> = {}
    app.set('env', 'test')
    app.use(((req: Any, res: Any) => {
      const name = decodeURIComponent(req.url.slice(1))
      const call = calls[name] as Call
      // A write after the end is an 'error' event of the response.
      res.on('error', () => {})
      if (isLate) res.send('complete')
      frames[name] = frameOf(call, { webapp, app, req, res })
      if (!res.headersSent) res.socket.destroy()
    }) as never)
    await noticesOf(async () => {
      for (const name of Object.keys(calls)) {
        await t.requestFrom(app as never, `/${encodeURIComponent(name)}`).catch(() => {})
      }
    })
    return frames
  }

  it.each([
    ['late calls', late, true],
    ['wrong arguments', wrong, false],
  ])('shows the user’s call as early as the original: %s', async (_name, calls, isLate) => {
    const ours = await framesOf(t.webapp as unknown as Factory, calls, isLate)
    const theirs = await framesOf(originalFor(t.dialect), calls, isLate)
    const thrown = Object.keys(calls).filter((name) => !Number.isNaN(ours[name]))
    expect(thrown.length).toBeGreaterThan(Object.keys(calls).length / 2)
    const later = thrown.filter((name) => {
      const allowed = Number.isFinite(theirs[name]) ? Math.max(theirs[name] as number, 5) : 5
      return !((ours[name] as number) <= allowed)
    })
    expect(later.map((name) => [name, ours[name], theirs[name]])).toEqual([])
  })

  it('names the place that threw, the member and the user’s code, in this order', async () => {
    let stack = ''
    t.app.use(((_req: Any, res: Any) => {
      res.send('complete')
      try {
        res.json({})
      } catch (error) {
        stack = String((error as Error).stack)
      }
    }) as never)
    await t.request('/')
    expect(stack).toMatch(
      /^Error.*: Cannot set headers.*\n.*setHeader \(node:.*\n.*ServerResponse\.json .*\n.*error-stacks\.test/,
    )
    expect(stack.split('\n')).toHaveLength(1 + Error.stackTraceLimit)
  })

  it.each([
    ['toJSON', ({ res }: Site) => res.json({ toJSON: fail })],
    [
      'a getter',
      ({ res }: Site) =>
        res.send({
          ...{},
          get value() {
            return fail()
          },
        }),
    ],
    [
      'a patched setHeader',
      ({ res }: Site) => {
        res.setHeader = fail
        res.set('a', 'b')
      },
    ],
  ])('keeps the stack of an error that the user’s code throws: %s', async (_name, call) => {
    let stack = ''
    t.app.use(((req: Any, res: Any) => {
      try {
        call({ webapp: t.webapp, app: t.app, req, res })
      } catch (error) {
        stack = String((error as Error).stack)
      }
      res.statusCode = 500
      res.end()
    }) as never)
    await t.request('/')
    expect(stack.split('\n')[1]).toMatch(/framesInBetween .*error-stacks\.test/)
    expect(stack).toMatch(/fail .*error-stacks/)
  })

  it('does not change how many frames a stack has', async () => {
    const before = Error.stackTraceLimit
    t.app.use(((_req: Any, res: Any) => res.set('a b', 'c')) as never)
    t.app.set('env', 'test')
    await t.request('/')
    expect(Error.stackTraceLimit).toBe(before)
  })

  it.each([0, 1, 3])('respects a limit of %i frames', async (limit) => {
    const before = Error.stackTraceLimit
    let stack = ''
    t.app.use(((_req: Any, res: Any) => {
      Error.stackTraceLimit = limit
      try {
        res.set('a b', 'c')
      } catch (error) {
        stack = String((error as Error).stack)
      } finally {
        Error.stackTraceLimit = before
      }
      res.end()
    }) as never)
    await t.request('/')
    expect(stack.split('\n').length).toBeLessThanOrEqual(1 + limit)
  })
})

function fail(): never {
  return framesInBetween()
}

function framesInBetween(): never {
  throw new Error('of the user')
}
