import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const names: readonly unknown[] = [
  'X-One',
  'x-one',
  'X-ONE',
  'X-Missing',
  'Referer',
  'Referrer',
  'REFERRER',
  'referer',
  'Host',
  'Cookie',
  'Set-Cookie',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '',
  ' x-one',
  undefined,
  null,
  5,
  true,
  {},
  [],
  ['X-One'],
  () => 1,
  Symbol.iterator,
  new String('X-One'),
]

export default family(
  'req.get',
  scenario(
    'reads headers by name',
    (express, probe) =>
      express().use((req, res) => {
        for (const name of names) {
          const label = String(typeof name === 'symbol' ? 'symbol' : JSON.stringify(name))
          probe.attempt(`get ${label}`, () => req.get(name as string))
          probe.attempt(`header ${label}`, () => req.header(name as string))
        }
        probe.attempt('two arguments', () => req.get('X-Missing', 'default'))
        probe.seen('same', req.get === req.header)
        res.end()
      }),
    [
      get('/'),
      get('/', {
        headers: {
          'X-One': ['a', 'b'],
          Referer: 'http://a/',
          Cookie: ['a=1', 'b=2'],
          'Set-Cookie': ['x', 'y'],
          __proto__: 'p',
          constructor: 'c',
          hasOwnProperty: 'h',
          toString: 't',
        },
      }),
      get('/', { headers: { Referrer: 'http://b/', 'X-One': '' } }),
      get('/', { headers: { Referer: 'http://a/', Referrer: 'http://b/' } }),
    ],
  ),
  scenario(
    'sees what middleware put into the headers',
    (express, probe) =>
      express().use((req, res) => {
        req.headers['x-made'] = 'made'
        req.headers['set-cookie'] = ['a', 'b']
        probe.seen('made', req.get('X-Made'), req.get('Set-Cookie'))
        res.end()
      }),
    [get('/')],
  ),
)
