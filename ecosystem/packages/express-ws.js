import assert from 'node:assert/strict'
import { once } from 'node:events'
import expressWs from 'express-ws'
import WebSocket from 'ws'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-ws',
  dialects: ['5.x', '4.x'],

  create(express, { note }) {
    const { app, getWss, applyTo } = expressWs(express())
    app.use((req, _res, next) => {
      req.seen = req.url
      next()
    })
    app.ws('/echo/:name', (socket, req) => {
      note([req.params, req.seen, getWss().clients.size])
      socket.on('message', (data) => socket.send(`${req.params.name} heard ${data}`))
    })
    const router = express.Router()
    applyTo(router)
    router.ws('/below', (socket) => socket.send('from below'))
    app.use('/router', router)
    app.get('/page', (_req, res) => res.send('page'))
    return app
  },

  async visit(client, { note }) {
    const address = client.origin.replace('http', 'ws')
    const socket = new WebSocket(`${address}/echo/ada`)
    await once(socket, 'open')
    socket.send('hello')
    const [data] = await once(socket, 'message')
    assert.equal(String(data), 'ada heard hello')
    socket.close()
    await once(socket, 'close')
    const below = new WebSocket(`${address}/router/below`)
    const [greeting] = await once(below, 'message')
    assert.equal(String(greeting), 'from below')
    below.close()
    const refused = new WebSocket(`${address}/none`)
    const [code] = await once(refused, 'close')
    note({ code })
    assert.ok(code > 1000)
    assert.equal((await client.get('/page')).text, 'page')
  },
}
