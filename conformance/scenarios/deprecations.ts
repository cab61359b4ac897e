import { get } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

export default family(
  'deprecation notices',
  cases(
    'come with',
    {
      'redirect without a url': (_req, res) => res.redirect(),
      'redirect to null': (_req, res) => res.redirect(null),
      'redirect to an empty string': (_req, res) => res.redirect(''),
      'redirect to a number': (_req, res) => res.redirect(302, 5),
      'redirect to an object': (_req, res) => res.redirect({}),
      'redirect with a status that is text': (_req, res) => res.redirect('301', '/x'),
      'clearCookie with maxAge': (_req, res) => res.clearCookie('a', { maxAge: 1 }).end(),
      'clearCookie with expires': (_req, res) =>
        res.clearCookie('a', { expires: new Date(0) }).end(),
    },
    { frozenClock: true },
  ),
  scenario(
    'come once for a line of code',
    (express) => {
      const app = express()
      app.get('/once', (_req, res) => {
        res.redirect(302, 5)
      })
      app.get('/two', (_req, res) => {
        res.location('/x')
        res.redirect(302, 5)
      })
      return app
    },
    [get('/once'), get('/once'), get('/two'), get('/two')],
  ),
)
