import { cases, family } from '../harness/scenario.ts'

export default family(
  'res.get',
  cases('reads', {
    'back what was set': (_req, res, _next, probe) => {
      res.set({ 'X-Text': 'a', 'X-Number': 5, 'X-List': ['a', 'b'], 'X-Empty': '' })
      for (const name of ['X-Text', 'x-number', 'X-LIST', 'x-empty', 'X-Missing']) {
        probe.seen(name, res.get(name))
      }
      res.setHeader('X-Raw', 7)
      probe.seen('raw', res.get('X-Raw'))
      res.end()
    },
    'the type': (_req, res, _next, probe) => {
      probe.seen('none', res.get('Content-Type'))
      probe.seen('type', res.type('json').get('content-type'))
      res.end()
    },
    'odd names': (_req, res, _next, probe) => {
      probe.attempt('none', () => res.get())
      probe.attempt('null', () => res.get(null))
      probe.attempt('number', () => res.get(5))
      probe.attempt('empty', () => res.get(''))
      probe.attempt('__proto__', () => res.get('__proto__'))
      probe.attempt('constructor', () => res.get('constructor'))
      probe.attempt('object', () => res.get({}))
      res.end()
    },
    'after the headers were sent': (_req, res, _next, probe) => {
      res.set('X-A', '1').send('x')
      probe.seen('a', res.get('x-a'), res.get('Content-Length'), res.get('ETag'))
    },
  }),
)
