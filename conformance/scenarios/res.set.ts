import { get } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

export default family(
  'res.set',
  cases('sets', {
    'a string and chains': (_req, res, _next, probe) => {
      probe.seen('chains', res.set('X-One', 'a') === res, res.header('X-Two', 'b') === res)
      res.end()
    },
    'a number': (_req, res) => res.set('X-Number', 123).end(),
    zero: (_req, res) => res.set('X-Number', 0).end(),
    true: (_req, res) => res.set('X-Bool', true).end(),
    'an empty string': (_req, res) => res.set('X-Empty', '').end(),
    undefined: (_req, res) => res.set('X-Undefined', undefined).end(),
    null: (_req, res) => res.set('X-Null', null).end(),
    'an array': (_req, res) => res.set('X-List', ['a', 'b']).end(),
    'an array of numbers': (_req, res) => res.set('X-List', [1, 2, undefined, null]).end(),
    'an empty array': (_req, res) => res.set('X-List', []).end(),
    'an object as value': (_req, res) => res.set('X-Object', { a: 1 }).end(),
    'a Date': (_req, res) => res.set('X-Date', new Date(0).toISOString()).end(),
    'a symbol': (_req, res) => res.set('X-Symbol', Symbol('x')).end(),
    'an object of fields': (_req, res) =>
      res.set({ 'X-One': 'a', 'X-Two': 2, 'x-three': ['c', 'd'] }).end(),
    'an object with undefined': (_req, res) => res.set({ 'X-One': undefined, 'X-Two': null }).end(),
    'an empty object': (_req, res) => res.set({}).end(),
    'an object with inherited fields': (_req, res) =>
      res.set(Object.create({ 'X-Inherited': 'yes' })).end(),
    'an array of pairs': (_req, res) => res.set([['X-One', 'a']]).end(),
    'a string alone': (_req, res) => res.set('X-Alone').end(),
    nothing: (_req, res) => res.set().end(),
    'null alone': (_req, res) => res.set(null).end(),
    'an object and a value': (_req, res) => res.set({ 'X-One': 'a' }, 'b').end(),
    'the last of two': (_req, res) => res.set('X-One', 'a').set('x-one', 'b').end(),
    'a Map': (_req, res) => res.set(new Map([['X-One', 'a']])).end(),
    'two Set-Cookie values': (_req, res) => res.set('Set-Cookie', ['a=1', 'b=2']).end(),
    'Link as an array': (_req, res) => res.set('Link', ['<a>', '<b>']).end(),
    'Content-Length': (_req, res) => res.set('Content-Length', 3).end('abc'),
  }),
  cases('refuses', {
    'an invalid name': (_req, res) => res.set('bad name', 'x').end(),
    'an empty name': (_req, res) => res.set('', 'x').end(),
    'a line break': (_req, res) => res.set('X-Bad', 'a\r\nX-Injected: 1').end(),
    'a CR alone': (_req, res) => res.set('X-Bad', 'a\rX-Injected: 1').end(),
    'a NUL': (_req, res) => res.set('X-Bad', 'a\0b').end(),
    'a look-alike of a line break': (_req, res) => res.set('X-Bad', 'a\u560d\u560aX: 1').end(),
    'text beyond Latin-1': (_req, res) => res.set('X-Bad', '日本').end(),
    'a line break in a list': (_req, res) => res.set('X-Bad', ['ok', 'a\nb']).end(),
    'a numeric name': (_req, res) => res.set(5, 'x').end(),
  }),
  cases('lets through', {
    'Latin-1 text': (_req, res) => res.set('X-Latin', 'é').end(),
    'a tab': (_req, res) => res.set('X-Tab', 'a\tb').end(),
  }),
  cases('adds a charset to the Content-Type', {
    'of text/plain': (_req, res) => res.set('Content-Type', 'text/plain').end(),
    'of text/html in odd case': (_req, res) => res.set('CONTENT-type', 'Text/HTML').end(),
    'of application/json': (_req, res) => res.set('Content-Type', 'application/json').end(),
    'of application/javascript': (_req, res) =>
      res.set('Content-Type', 'application/javascript').end(),
    'of application/xml': (_req, res) => res.set('Content-Type', 'application/xml').end(),
    'of image/svg+xml': (_req, res) => res.set('Content-Type', 'image/svg+xml').end(),
    'of image/png': (_req, res) => res.set('Content-Type', 'image/png').end(),
    'of an unknown text type': (_req, res) => res.set('Content-Type', 'text/x-odd').end(),
    'of an unknown application type': (_req, res) =>
      res.set('Content-Type', 'application/x-odd').end(),
    'of +json': (_req, res) => res.set('Content-Type', 'application/vnd.x+json').end(),
    'unless there is one': (_req, res) => res.set('Content-Type', 'text/plain; charset=x').end(),
    'unless there is one in odd case': (_req, res) =>
      res.set('Content-Type', 'text/plain; CHARSET=x').end(),
    'unless there are other parameters': (_req, res) =>
      res.set('Content-Type', 'text/plain; format=flowed').end(),
    'of an extension': (_req, res) => res.set('Content-Type', 'html').end(),
    'of an unknown word': (_req, res) => res.set('Content-Type', 'nonsense').end(),
    'of nothing': (_req, res) => res.set('Content-Type', '').end(),
    'of an array': (_req, res) => res.set('Content-Type', ['text/html', 'text/plain']).end(),
    'of a one-element array': (_req, res) => res.set('Content-Type', ['text/html']).end(),
    'of a number': (_req, res) => res.set('Content-Type', 5).end(),
    'of undefined': (_req, res) => res.set('Content-Type', undefined).end(),
    'of null': (_req, res) => res.set('Content-Type', null).end(),
    'in an object': (_req, res) => res.set({ 'content-type': 'text/html', 'X-A': '1' }).end(),
  }),
  cases('after the headers were sent', {
    'throws to the caller': (_req, res, _next, probe) => {
      res.write('x')
      probe.attempt('set', () => res.set('X-Late', '1'))
      probe.attempt('append', () => res.append('X-Late', '1'))
      probe.attempt('type', () => res.type('html'))
      probe.attempt('vary', () => res.vary('Accept'))
      probe.attempt('links', () => res.links({ a: 'b' }))
      probe.attempt('location', () => res.location('/'))
      probe.attempt('cookie', () => res.cookie('a', 'b'))
      probe.attempt('clearCookie', () => res.clearCookie('a'))
      probe.attempt('attachment', () => res.attachment())
      probe.seen('get', res.get('X-Late'), res.headersSent)
      res.end()
    },
  }),
  scenario('and res.header are one function with its own name', (express, probe) => {
    probe.seen('same', express.response.set === express.response.header)
    probe.seen('set', express.response.set)
    return undefined
  }),
  scenario(
    'sees X-Powered-By as an ordinary header',
    (express, probe) =>
      express()
        .use((_req, res, next) => {
          probe.seen('powered', typeof res.get('X-Powered-By'), res.getHeaderNames())
          res.set('X-Powered-By', 'steam')
          next()
        })
        .get('/', (_req, res) => res.send('x'))
        .get('/off', (_req, res) => {
          res.removeHeader('x-powered-by')
          res.send('x')
        }),
    [get('/'), get('/off')],
  ),
)
