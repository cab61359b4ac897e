import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import WebSocket, { WebSocketServer } from 'ws'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'ws',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.get('/', (_req, res) => res.send('page'))
    const server = http.createServer(app)
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (req, socket, head) => {
      if (req.url !== '/live') return socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
      sockets.handleUpgrade(req, socket, head, (client) => {
        client.on('message', (data) => client.send(`heard ${data}`))
      })
    })
    return server
  },

  async visit(client, { note }) {
    const address = client.origin.replace('http', 'ws')
    const socket = new WebSocket(`${address}/live`)
    await once(socket, 'open')
    socket.send('hello')
    const [data] = await once(socket, 'message')
    note(String(data))
    assert.equal(String(data), 'heard hello')
    socket.close()
    await once(socket, 'close')
    const [error] = await once(new WebSocket(`${address}/none`), 'error')
    assert.match(error.message, /404/)
    assert.equal((await client.get('/')).text, 'page')
  },
}
