import assert from 'node:assert/strict'
import listEndpoints from 'express-list-endpoints'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-list-endpoints',
  dialects: ['4.x'],
  leftOut: { '5.x': 'It states that it does not support Express 5.' },

  create(express) {
    const app = express()
    const users = express.Router()
    const named = function checkUser(_req, _res, next) {
      next()
    }
    users.get('/', named, (_req, res) => res.send('all'))
    users.route('/:id').get(named, handle).put(handle)
    users.use('/books', express.Router().get('/:book', handle))
    app.get('/', handle)
    app.use('/api/users', users)
    app.all('/any', handle)
    app.get('/endpoints', (_req, res) => res.json(listEndpoints(app)))
    return app
  },

  async visit(client) {
    const endpoints = (await client.get('/endpoints')).json
    const paths = Object.fromEntries(endpoints.map(({ path, methods }) => [path, methods]))
    assert.deepEqual(paths['/'], ['GET'])
    assert.deepEqual(paths['/api/users'], ['GET'])
    assert.deepEqual(paths['/api/users/:id'].sort(), ['GET', 'PUT'])
    assert.deepEqual(paths['/api/users/books/:book'], ['GET'])
    assert.deepEqual(endpoints.find(({ path }) => path === '/api/users').middlewares, [
      'checkUser',
      'anonymous',
    ])
  },
}

function handle(_req, res) {
  res.send('handled')
}
