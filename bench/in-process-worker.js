import webapp from 'webapp'
import { loadPackage } from './server/load-package.js'

// One candidate of in-process.ts: handles as many requests as it is told, one after the other.

const user = (id) => ({ id, name: 'Ada', planets: ['Mercury', 'Venus'] })
const PATH = '/users/7'

const candidates = {
  'webapp fetch': () => {
    const app = createApp()
    return async () => (await app.fetch(new Request(`http://bench.test${PATH}`))).text()
  },
  'webapp inject': () => {
    const app = createApp()
    return async () => (await app.inject(PATH)).text()
  },
  'hono fetch': () => {
    const { Hono } = loadPackage('hono')
    const app = new Hono().get('/users/:id', (c) => c.json(user(c.req.param('id'))))
    return async () => (await app.fetch(new Request(`http://bench.test${PATH}`))).text()
  },
  'fastify inject': () => {
    const app = loadPackage('fastify')()
    app.get('/users/:id', async (req) => user(Object(req.params).id))
    return async () => (await app.inject(PATH)).body
  },
}

function createApp() {
  const app = webapp()
  app.get('/users/:id', (req, res) => res.json(user(req.params.id)))
  return app
}

const ask = candidates[process.argv[2]]()
const expected = JSON.stringify(user('7'))
if ((await ask()) !== expected) throw new Error('The response is not the expected one')
process.on('message', async (message) => {
  const count = Number(message)
  const before = process.cpuUsage()
  for (let done = 0; done < count; done++) await ask()
  const { user: inProgram, system } = process.cpuUsage(before)
  process.send?.({ microseconds: (inProgram + system) / count })
})
process.send?.('ready')
