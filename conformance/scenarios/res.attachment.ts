import { cases, family } from '../harness/scenario.ts'

const names = [
  'image.png',
  'a b.txt',
  'quo"te.txt',
  "it's.html",
  'back\\slash.txt',
  '/etc/passwd',
  'dir/file.json',
  'é.txt',
  '日本語.pdf',
  '€ rates.csv',
  'percent%20.txt',
  'no-extension',
  '.hidden',
  'a;b.txt',
  'a,b.txt',
  'x.unknownext',
  '',
  ' ',
  '%E2%82%AC.txt',
  'a\tb.txt',
  '..',
  'trailing/',
]

export default family(
  'res.attachment',
  names.flatMap((name) =>
    cases('of', {
      [JSON.stringify(name)]: (_req, res, _next, probe) => {
        probe.attempt('chains', () => res.attachment(name) === res)
        res.send('x')
      },
    }),
  ),
  cases('with', {
    nothing: (_req, res) => res.attachment().send('x'),
    undefined: (_req, res) => res.attachment(undefined).send('x'),
    null: (_req, res) => res.attachment(null).send('x'),
    'a number': (_req, res) => res.attachment(5).send('x'),
    'an object': (_req, res) => res.attachment({}).send('x'),
    'a line break': (_req, res) => res.attachment('a\r\nb.txt').send('x'),
    'a type before': (_req, res) => res.type('html').attachment('a.json').send('x'),
    'a type after': (_req, res) => res.attachment('a.json').type('html').send('x'),
    'a Buffer': (_req, res) => res.attachment('a.json').send(Buffer.from('{}')),
    'two calls': (_req, res) => res.attachment('a.json').attachment('b.png').send('x'),
    'a disposition before': (_req, res) =>
      res.set('Content-Disposition', 'inline').attachment().send('x'),
  }),
)
