import { get, head, post } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases3, scenario3, type V3Res } from '../harness/v3.ts'

export default family(
  '3.x res.redirect and res.location',
  scenario3(
    'res.redirect in every form',
    (express) => {
      const app = express()
      const forms: Record<string, (res: V3Res) => unknown> = {
        url: (res) => res.redirect('/to'),
        first: (res) => res.redirect(301, '/to'),
        second: (res) => res.redirect('/to', 301),
        absolute: (res) => res.redirect('http://other.test/x?a=<b>'),
        scheme: (res) => res.redirect('//other.test/x'),
        back: (res) => res.redirect('back'),
        'back-first': (res) => res.redirect(303, 'back'),
        relative: (res) => res.redirect('login'),
        dot: (res) => res.redirect('./login'),
        up: (res) => res.redirect('../login'),
        'up-up': (res) => res.redirect('../../login'),
        query: (res) => res.redirect('?a=b'),
        markup: (res) => res.redirect('/<script>alert(1)</script>?"x"&\'y\''),
        umlaut: (res) => res.redirect('/ünï?ö'),
        unknown: (res) => res.redirect(399, '/x'),
      }
      for (const [name, run] of Object.entries(forms)) app.all(`/${name}`, (_req, res) => run(res))
      return app
    },
    [
      ...[
        '/url',
        '/first',
        '/second',
        '/absolute',
        '/scheme',
        '/relative',
        '/dot',
        '/up',
        '/up-up',
        '/query',
        '/dot?x=1',
        '/dot/',
        '/unknown',
      ].map((path) => get(path)),
      head('/url'),
      post('/url'),
      get('/url', { http10: true, noHost: true }),
      ...['/url', '/absolute', '/relative', '/umlaut'].flatMap((path) => [
        get(path, { headers: { Accept: 'text/html' } }),
        get(path, { headers: { Accept: 'text/plain' } }),
        get(path, { headers: { Accept: 'application/json' } }),
      ]),
      get('/markup', { headers: { Accept: 'text/plain' } }),
      get('/markup', { headers: { Accept: 'text/html' } }),
      get('/back'),
      get('/back', { headers: { Referer: '/from?x' } }),
      get('/back', { headers: { Referrer: '/typo' } }),
      get('/back-first', { headers: { Referer: 'http://other.test/' } }),
    ],
  ),
  scenario3(
    'res.redirect in mounted applications',
    (express) => {
      const [app, blog, admin] = [express(), express(), express()]
      for (const [index, each] of [app, blog, admin].entries()) {
        each.get(`/go${index}`, (req, res) => res.redirect(String(req.query.to)))
      }
      blog.use('/admin', admin)
      app.use('/blog', blog)
      return app
    },
    ['/go0', '/blog/go1', '/blog/admin/go2'].flatMap((path) =>
      ['x', './x', '../x', '../../x', '/x', '.x', 'x/../y', 'http://h.test', ''].map((to) =>
        get(`${path}?to=${to}`),
      ),
    ),
  ),
  scenario3(
    'res.location of every kind',
    (express, probe) =>
      express().use('/deep/path', (req, res) => {
        probe.attempt('location', () => res.location(String(req.query.to)) === res)
        probe.seen('header', res.get('Location'))
        res.end()
      }),
    ['x', './x', '../x', '/x', 'back', '//h.test/x', 'http://h.test/x', 'mailto:x', '.', '..'].map(
      (to) => get(`/deep/path/here?to=${to}`, { headers: { Referer: '/referrer' } }),
    ),
  ),
  scenario3(
    'res.location from pages of every depth',
    (express) =>
      express().use((req, res) => {
        res.location(String(req.query.to)).end()
      }),
    ['/', '/blog', '/blog/post', '/blog/post/'].flatMap((page) =>
      [
        ...['//host/path', '/login', 'login', './', './edit', '..', '../new', '../../x'],
        ...['../../../x', '%3Fa=1', '/a%3Fb=http://c', 'back'],
      ].map((to) => get(`${page}?to=${to}`)),
    ),
  ),
  cases3('res.redirect', {
    nothing: (_req, res) => res.redirect(),
    null: (_req, res) => res.redirect(null),
    'a number': (_req, res) => res.redirect(301),
    'an object': (_req, res) => res.redirect({ toString: () => '/object' }),
    'after a body': (_req, res) => {
      res.write('x')
      res.redirect('/late')
    },
    'with a type set before': (_req, res) => {
      res.type('json')
      res.redirect('/x')
    },
  }),
)
