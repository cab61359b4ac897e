import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import session from 'express-session'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'socket.io',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/connect\.sid=[^;]*/g],

  create(express, { note }) {
    const app = express()
    const withSession = session({ secret: 'cat', resave: true, saveUninitialized: true })
    app.use(withSession)
    app.get('/', (_req, res) => res.send('page'))
    const server = http.createServer(app)
    const sockets = new Server(server)
    sockets.engine.use(withSession)
    sockets.on('connection', (socket) => {
      note([socket.conn.transport.name, typeof socket.request.session])
      socket.on('echo', (value, reply) => reply(value))
      socket.on('shout', (value) => sockets.emit('heard', value))
    })
    return server
  },

  async visit(client, { notes }) {
    assert.equal((await client.get('/')).text, 'page')
    assert.match((await client.get('/socket.io/socket.io.js')).text, /Socket\.IO v4/)
    assert.equal((await client.get('/socket.io/?EIO=4&transport=none')).status, 400)
    for (const transport of ['websocket', 'polling']) {
      const socket = io(client.origin, { transports: [transport] })
      assert.deepEqual(await socket.emitWithAck('echo', { a: 1 }), { a: 1 })
      const heard = once(socket, 'heard')
      socket.emit('shout', 'all')
      assert.deepEqual(await heard, ['all'])
      socket.close()
    }
    assert.deepEqual(notes, [
      ['websocket', 'object'],
      ['polling', 'object'],
    ])
  },
}
