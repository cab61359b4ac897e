import { get, head } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const values: readonly (readonly [string, unknown])[] = [
  ['weak', 'weak'],
  ['strong', 'strong'],
  ['true', true],
  ['false', false],
  [
    'a function',
    (body: Buffer | string, encoding: unknown) => `"${body.length}-${String(encoding)}"`,
  ],
  ['a function giving nothing', () => undefined],
  ['a function giving an empty string', () => ''],
  [
    'a function that throws',
    () => {
      throw new Error('no tag')
    },
  ],
]

export default family(
  "setting 'etag'",
  values.map(([label, value]) =>
    scenario(
      `of ${label}`,
      (express, probe) => {
        const app = express().set('etag', value as string)
        app.get('/text', (_req, res) => res.send('tag me'))
        app.get('/empty', (_req, res) => res.send(''))
        app.get('/none', (_req, res) => res.send())
        app.get('/buffer', (_req, res) => res.send(Buffer.from('tag me')))
        app.get('/json', (_req, res) => res.json({ tag: 'me' }))
        app.get('/long', (_req, res) => res.send('é'.repeat(2000)))
        app.get('/own', (_req, res) => res.set('etag', '"own"').send('x'))
        app.get('/204', (_req, res) => res.status(204).send('x'))
        app.get('/redirect', (_req, res) => res.redirect('/x'))
        app.get('/args', (_req, res) => {
          app.set('etag', (...args: unknown[]) => {
            probe.seen('etag fn', ...args)
            return '"args"'
          })
          res.send('string')
        })
        return app
      },
      [
        ...[
          'text',
          'empty',
          'none',
          'buffer',
          'json',
          'long',
          'own',
          '204',
          'redirect',
          'args',
        ].map((path) => get(`/${path}`)),
        head('/text'),
        head('/buffer'),
      ],
    ),
  ),
)
