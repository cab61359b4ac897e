import { cases, family } from '../harness/scenario.ts'

export default family(
  'res.clearCookie',
  cases(
    'clears',
    {
      'a cookie and chains': (_req, res, _next, probe) => {
        probe.seen('chains', res.clearCookie('sid') === res)
        res.end()
      },
      'with a path': (_req, res) => res.clearCookie('sid', { path: '/admin' }).end(),
      'ignoring maxAge': (_req, res) => res.clearCookie('sid', { maxAge: 5000 }).end(),
      'ignoring expires': (_req, res) => res.clearCookie('sid', { expires: new Date(1e12) }).end(),
      'ignoring both': (_req, res) =>
        res.clearCookie('sid', { maxAge: 9000, expires: new Date(86_400_000) }).end(),
      'with all flags': (_req, res) =>
        res
          .clearCookie('sid', {
            httpOnly: true,
            secure: true,
            sameSite: 'strict',
            domain: 'a.b',
            partitioned: true,
            priority: 'low',
          })
          .end(),
      'with null options': (_req, res) => res.clearCookie('sid', null).end(),
      'leaving the options alone': (_req, res, _next, probe) => {
        const options = { path: '/x', maxAge: 1 }
        res.clearCookie('sid', options)
        probe.seen('options', options)
        res.end()
      },
      'a signed cookie without a secret': (_req, res) =>
        res.clearCookie('sid', { signed: true }).end(),
      'a signed cookie': (req, res) => {
        req.secret = 'x'
        res.clearCookie('sid', { signed: true }).end()
      },
      'beside setting it': (_req, res) => res.cookie('sid', '1').clearCookie('sid').end(),
      'through cookie': (_req, res, _next, probe) => {
        const { cookie } = res
        res.cookie = (...args) => {
          probe.seen('cookie', ...args)
          return cookie.apply(res, args)
        }
        res.clearCookie('sid', { path: '/a' }).end()
      },
    },
    { frozenClock: true },
  ),
  cases('refuses', {
    'no name': (_req, res) => res.clearCookie().end(),
    'a bad name': (_req, res) => res.clearCookie('a b').end(),
  }),
)
