const { once } = require('node:events')
const http = require('node:http')
const { join } = require('node:path')

/** The requests, in their order. */
const requests = [
  ['GET', '/users/7'],
  ['POST', '/users'],
  ['GET', '/both'],
  ['GET', '/second'],
  ['GET', '/page'],
  ['GET', '/inner/deep/3'],
  ['GET', '/later'],
  ['GET', '/fail'],
  ['GET', '/refuse'],
  ['GET', '/unhandled'],
  ['GET', '/bare/1'],
  ['GET', '/nothing'],
]

/**
 * An application with mounts, parameters, views and failures. Sends it requests, one after the
 * other, and prints the status of each response, and what the tool recorded.
 *
 * @param {typeof import('express')} express
 */
module.exports = async function exercise(express) {
  const { tool } = globalThis
  const app = createApplication(express, tool)
  const bare = createBare(express)
  const server = http.createServer((req, res) =>
    (req.url.startsWith('/bare') ? bare : app)(req, res),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answers = []
  for (const [method, path] of requests)
    answers.push(await ask(server.address().port, method, path))
  server.close()
  await once(server, 'close')
  console.log(JSON.stringify({ answers, active: tool.active, recorded: await tool.finished() }))
  // Tools keep timers and connections.
  process.exit()
}

function createApplication(express, tool) {
  const app = express()
  app.set('env', 'test')
  app.set('views', join(__dirname, 'views'))
  app.engine('txt', (_path, options, callback) => callback(null, options.text))
  app.use(function first(_req, _res, next) {
    tool.active.push(tool.isActive())
    setImmediate(next)
  })
  app.use(express.json())
  app.use('/users', createUsers(express, tool))
  app.route('/both').get((_req, res) => res.send('got'))
  app.get(['/first', '/second'], (_req, res) => res.send('one of two'))
  app.get('/page', (_req, res) => res.render('page.txt', { text: 'rendered' }))
  app.use('/inner', createInner(express))
  app.get('/later', async (_req, res) => {
    await new Promise((resolve) => setImmediate(resolve))
    tool.active.push(tool.isActive())
    res.send('later')
  })
  app.get('/fail', function fail() {
    throw new Error('thrown')
  })
  app.get('/refuse', function refuse(_req, _res, next) {
    next(new Error('refused'))
  })
  app.get('/unhandled', function unhandled() {
    throw new Error('unhandled')
  })
  tool.addErrorHandler?.(app)
  app.use(function failed(error, _req, res, next) {
    if (error.message === 'unhandled') next(error)
    else res.status(500).send(error.message)
  })
  return app
}

function createUsers(express, tool) {
  const users = express.Router()
  users.param('id', (_req, _res, next) => next())
  users.use(function checked(_req, _res, next) {
    next()
  })
  users.get('/:id', function show(req, res) {
    tool.active.push(tool.isActive())
    res.json({ id: req.params.id })
  })
  users.post('/', (req, res) => res.status(201).json(req.body))
  return users
}

function createInner(express) {
  const inner = express()
  inner.get('/deep/:level', (req, res) => res.send(req.params.level))
  return inner
}

/** An application without an error handler. */
function createBare(express) {
  const bare = express()
  bare.set('env', 'test')
  bare.get('/bare/:id', function neverHandled() {
    throw new Error('never handled')
  })
  return bare
}

async function ask(port, method, path) {
  const headers = method === 'POST' ? { 'content-type': 'application/json' } : {}
  const question = http.request({ port, host: '127.0.0.1', method, path, headers, agent: false })
  question.end(method === 'POST' ? '{"name":"ada"}' : undefined)
  const [answer] = await once(question, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}
