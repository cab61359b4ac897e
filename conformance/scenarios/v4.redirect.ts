import { get, head } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases4, scenario4 } from '../harness/v4.ts'

const referrers: readonly Record<string, string>[] = [
  {},
  { Referer: '/from' },
  { Referrer: '/from' },
  { Referer: 'http://other.test/page?q=1#f' },
  { Referer: '' },
  { Referer: 'javascript:alert(1)' },
  { Referer: '//other.test' },
  { Referer: '/a b<c>"d"' },
  { Referer: '/back\\slash' },
]

export default family(
  '4.x res.redirect and res.location',
  scenario4(
    "redirect('back') to every referrer",
    (express) => express().use((_req, res) => void res.redirect('back')),
    referrers.map((headers) => get('/', { headers })),
  ),
  scenario4(
    "location('back') to every referrer",
    (express) => express().use((_req, res) => void res.location('back').end()),
    referrers.map((headers) => get('/', { headers })),
  ),
  scenario4(
    'redirect with a status on either side, in every format',
    (express) => {
      const app = express()
      app.get('/first', (_req, res) => void res.redirect(301, '/to'))
      app.get('/second', (_req, res) => void res.redirect('/to', 301))
      app.get('/back-first', (_req, res) => void res.redirect(303, 'back'))
      app.get('/back-second', (_req, res) => void res.redirect('back', 303))
      return app
    },
    ['/first', '/second', '/back-first', '/back-second'].flatMap((path) => [
      get(path),
      head(path),
      get(path, { headers: { Accept: 'text/html', Referer: '/r?<b>&"x"' } }),
      get(path, { headers: { Accept: 'text/plain', Referer: '/r?<b>&"x"' } }),
      get(path, { headers: { Accept: 'application/json' } }),
    ]),
  ),
  cases4('redirect', {
    'to a text after a text status': (_req, res) => res.redirect('301', '/x'),
    'to a text before a text status': (_req, res) => res.redirect('/x', '301'),
    'of two numbers': (_req, res) => res.redirect(301, 302),
    'to nothing': (_req, res) => res.redirect(),
    'to null': (_req, res) => res.redirect(null),
    'to a number': (_req, res) => res.redirect(301),
    'with an unknown status': (_req, res) => res.redirect(399, '/x'),
    'with an invalid status': (_req, res) => res.redirect(1000, '/x'),
    'to an object': (_req, res) => res.redirect({ toString: () => '/object' }),
    'to hostile markup': (_req, res) => res.redirect('/<script>alert(1)</script>'),
    'to a URL with a broken percent': (_req, res) => res.redirect('/%zz?ü=%'),
    'after something was written': (_req, res) => {
      res.write('x')
      res.redirect('/late')
    },
  }),
  cases4('location', {
    'of a number': (_req, res) => res.location(5).end(),
    'of nothing': (_req, res) => res.location().end(),
    'of a URL object': (_req, res) => res.location(new URL('http://a.test/b c')).end(),
    'of a host with odd characters': (_req, res) => res.location('http://ü.test\\@b/ä').end(),
    'of back in capitals': (_req, res) => res.location('Back').end(),
  }),
)
