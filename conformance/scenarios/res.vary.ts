import { cases, family } from '../harness/scenario.ts'

export default family(
  'res.vary',
  cases('adds', {
    'a field and chains': (_req, res, _next, probe) => {
      probe.seen('chains', res.vary('Accept') === res)
      res.end()
    },
    'a field once': (_req, res) => res.vary('Accept').vary('accept').vary('ACCEPT').end(),
    'several fields': (_req, res) => res.vary('Accept').vary('Origin').end(),
    'a list in a string': (_req, res) => res.vary('Accept, Origin').vary('Origin, Cookie').end(),
    'an array': (_req, res) => res.vary(['Accept', 'Origin', 'accept']).end(),
    'an empty array': (_req, res) => res.vary([]).end(),
    'an array of lists': (_req, res) => res.vary(['Accept, X-A', 'Origin']).end(),
    'a star': (_req, res) => res.vary('Accept').vary('*').vary('Origin').end(),
    'a star in a list': (_req, res) => res.vary('Accept, *').end(),
    'to a value set before': (_req, res) => res.set('Vary', 'Origin,Accept').vary('accept').end(),
    'to a list set before': (_req, res) => res.set('Vary', ['Origin', 'Cookie']).vary('X').end(),
    'to a star set before': (_req, res) => res.set('Vary', '*').vary('X').end(),
    'with odd spaces': (_req, res) => res.vary(' Accept ,  Origin ').end(),
    'before a redirect': (_req, res) => res.vary('Origin').redirect('/x'),
  }),
  cases('refuses', {
    'no field': (_req, res) => res.vary().end(),
    null: (_req, res) => res.vary(null).end(),
    'an empty string': (_req, res) => res.vary('').end(),
    'an invalid name': (_req, res) => res.vary('bad name').end(),
    'a colon': (_req, res) => res.vary('Accept:').end(),
    'a number': (_req, res) => res.vary(5).end(),
    'an object': (_req, res) => res.vary({}).end(),
    false: (_req, res) => res.vary(false).end(),
  }),
)
