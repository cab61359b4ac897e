const { once } = require('node:events')
const http = require('node:http')

/** An application with a mount, parameters and failures; prints what the tracer made of it. */
module.exports = async function exercise(express, addErrorHandler, addedFirst) {
  const app = express()
  if (addedFirst) app.use(addedFirst)
  const active = []
  app.use(function first(_req, _res, next) {
    active.push(globalThis.tracing.isActive())
    setImmediate(next)
  })
  const users = express.Router()
  users.use(function checked(_req, _res, next) {
    next()
  })
  users.get('/:id', function show(req, res) {
    active.push(globalThis.tracing.isActive())
    res.json({ id: req.params.id })
  })
  app.use('/users', users)
  app.route('/both').get((_req, res) => res.send('got'))
  app.get('/fail', () => {
    throw new Error('meant to fail')
  })
  app.get('/refuse', (_req, _res, next) => next(new Error('meant to be refused')))
  addErrorHandler?.(app)
  app.use(function failed(error, _req, res, _next) {
    res.status(500).send(error.message)
  })
  const server = http.createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answers = []
  for (const path of ['/users/7', '/both', '/fail', '/refuse', '/nothing']) {
    answers.push(await ask(server.address().port, path))
  }
  server.close()
  const traced = await globalThis.tracing.finished()
  console.log(JSON.stringify({ answers, active, traced }))
}

async function ask(port, path) {
  const question = http.get({ port, host: '127.0.0.1', path, agent: false })
  const [answer] = await once(question, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}
