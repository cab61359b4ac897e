import { get } from '../harness/request.ts'
import { family, listener, scenario } from '../harness/scenario.ts'

export default family(
  "setting 'x-powered-by'",
  [true, false, 0, '', 'custom', null].map((value) =>
    scenario(
      `of ${JSON.stringify(value)}`,
      (express) =>
        express()
          .set('x-powered-by', value)
          .get('/', (_req, res) => res.send('x')),
      [get('/'), get('/miss')],
    ),
  ),
  scenario(
    'in mounted apps',
    (express) => {
      const top = express().disable('x-powered-by')
      const on = express()
      const off = express().disable('x-powered-by')
      on.get('/', (_req, res) => res.send('on'))
      off.get('/', (_req, res) => res.send('off'))
      const on2 = express()
      on2.use('/off', off)
      return top.use('/on', on).use('/off', off).use('/on2', on2)
    },
    [get('/on'), get('/off'), get('/on2/off'), get('/miss')],
  ),
  scenario(
    'does not replace a header that is there',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => res.send('x'))
      return listener((req, res) => {
        res.setHeader('X-Powered-By', 'before')
        app(req as never, res as never)
      })
    },
    [get('/')],
  ),
)
