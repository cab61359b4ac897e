import { fileTree } from '../harness/file-tree.ts'
import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario3, type V3Express, type V3Req, type V3Res } from '../harness/v3.ts'

/** Members that programs and libraries of the time replace, to see or change answers. */
const replaced = [
  'send',
  'json',
  'end',
  'setHeader',
  'set',
  'header',
  'get',
  'writeHead',
  'type',
  'status',
  'cookie',
  'location',
  'redirect',
  'format',
  'sendfile',
  'vary',
  'render',
  'attachment',
]

const calls: Record<string, (res: V3Res, req: V3Req) => unknown> = {
  'send(text)': (res) => res.send('text'),
  'send(buffer)': (res) => res.send(Buffer.from('bytes')),
  'send(object)': (res) => res.send({ a: 1 }),
  'send(status)': (res) => res.send(404),
  'send(status, body)': (res) => res.send(201, 'made'),
  'json(object)': (res) => res.json({ a: 1 }),
  'json(status, object)': (res) => res.json(201, { a: 1 }),
  'jsonp(object)': (res) => res.jsonp({ a: 1 }),
  'redirect(url)': (res) => res.redirect('/to'),
  'redirect(status, url)': (res) => res.redirect(301, '/to'),
  'location(url)': (res) => res.location('/to').end(),
  'cookie(name, value)': (res) => res.cookie('a', 'b').end(),
  'clearCookie(name)': (res) => res.clearCookie('a').end(),
  'type(name)': (res) => res.type('html').end(),
  'contentType(name)': (res) => res.contentType('html').end(),
  'status(code)': (res) => res.status(201).end(),
  'set(object)': (res) => res.set({ a: '1', b: '2' }).end(),
  'header(name, value)': (res) => res.header('a', '1').end(),
  'attachment(name)': (res) => res.attachment('a.png').end(),
  'links(object)': (res) => res.links({ next: '/2' }).end(),
  'vary(name)': (res) => res.vary('Accept').end(),
  'format(object)': (res) => res.format({ text: () => res.send('t') }),
  'render(name)': (res) => res.render('name'),
  'sendfile(path)': (res) => res.sendfile(`${fileTree()}/site/plain.txt`),
  'download(path)': (res) => res.download(`${fileTree()}/site/plain.txt`),
  'end(text)': (res) => res.end('text'),
  'write(text)': (res) => {
    res.write('a')
    res.end('b')
  },
}

/** An application that answers by one call, and has an engine that needs no file. */
function answering(express: V3Express, run: (res: V3Res, req: V3Req) => unknown) {
  const app = express()
  class View {
    path = 'a path'
    render(_options: unknown, done: (error: null, text: string) => void) {
      done(null, 'rendered')
    }
  }
  app.set('view', View)
  app.get('/', (req, res) => run(res, req))
  return app
}

export default family(
  '3.x members that call each other',
  Object.entries(calls).map(([label, run]) =>
    scenario3(
      `${label} goes through`,
      (express, probe) =>
        answering(express, (res, req) => {
          const seen = new Set<string>()
          for (const name of replaced) {
            const before = Reflect.get(res, name) as (...args: unknown[]) => unknown
            Reflect.set(res, name, function (this: unknown, ...args: unknown[]) {
              seen.add(name)
              return before.apply(this, args)
            })
          }
          res.on('finish', () => probe.seen('members', [...seen].sort()))
          run(res, req)
        }),
      [get('/')],
    ),
  ),
  replaced
    .filter((name) => ['send', 'json', 'end', 'set', 'redirect'].includes(name))
    .map((name) =>
      scenario3(
        `express.response.${name} can be replaced for all`,
        (express) => {
          const before = Reflect.get(express.response, name) as (...args: unknown[]) => unknown
          const app = express()
          app.use((_req, res, next) => {
            Reflect.set(app.response, name, function (this: V3Res, ...args: unknown[]) {
              if (!this.headersSent) this.setHeader(`X-By-${name}`, 'yes')
              return before.apply(this, args)
            })
            next()
            res.on('finish', () => Reflect.deleteProperty(app.response, name))
          })
          app.get('/send', (_req, res) => res.send('x'))
          app.get('/json', (_req, res) => res.json({}))
          app.get('/redirect', (_req, res) => res.redirect('/'))
          app.get('/end', (_req, res) => res.end('x'))
          return app
        },
        ['/send', '/json', '/redirect', '/end', '/none'].map((path) => get(path)),
      ),
    ),
)
