import { get } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

/** A notice that a listener of the process gets. */
function describeNotice(notice: Error & { namespace?: string }): unknown[] {
  const [title = '', frame = ''] = String(notice.stack).split('\n')
  const place = /([^/\\(]+):\d+:\d+\)?$/.exec(frame)?.[1]
  return [
    notice.name,
    Object.keys(notice),
    title.replace(notice.namespace ?? '', '<product>'),
    place,
  ]
}

export default family(
  'deprecation notices',
  scenario(
    'are errors with the stack of the caller',
    (express, probe) => {
      const app = express()
      app.use((_req, res) => {
        const listener = (notice: Error & { namespace?: string }) =>
          probe.seen('notice', ...describeNotice(notice))
        process.on('deprecation' as never, listener as never)
        res.clearCookie('a', { maxAge: 1 }).clearCookie('b', { expires: new Date(0) })
        process.off('deprecation', listener)
        res.end()
      })
      return app
    },
    [get('/')],
    { dialects: ['4.x'], frozenClock: true },
  ),
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
