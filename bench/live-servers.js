import { createServer } from 'node:http'
import { createRequire } from 'node:module'

/** @import { Readable } from 'node:stream' */

// A server of bench/live.ts. It responds to an upload with the size of the file, and echoes messages.
/** The packages may not be installed when this file is checked. */
const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const [, , kind = '', name = ''] = process.argv
const LIMIT = 200 * 1024 * 1024

/** @type {Record<string, () => any>} */
const socketServers = {
  ws() {
    const { WebSocketServer } = load('ws')
    const server = createServer()
    const options = { server, perMessageDeflate: false, maxPayload: 1024 * 1024 }
    new WebSocketServer(options).on('connection', echo)
    return server
  },
  webapp() {
    const app = load('webapp')()
    app.get('/socket/:id', load('webapp/ws').upgrade(echo))
    return createServer(app)
  },
  fastify() {
    const app = load('fastify')()
    app.register(load('@fastify/websocket'))
    app.register(async (/** @type {any} */ scope) => {
      scope.get('/socket/:id', { websocket: true }, echo)
    })
    return app
  },
}

/** @param {any} socket */
function echo(socket) {
  socket.on('message', (/** @type {Buffer} */ data, /** @type {boolean} */ binary) =>
    socket.send(data, { binary }),
  )
}

/** @type {Record<string, () => any>} */
const uploadServers = {
  busboy() {
    const busboy = load('busboy')
    return createServer((req, res) => {
      let size = 0
      const parser = busboy({ headers: req.headers })
      parser.on('file', (/** @type {string} */ _name, /** @type {Readable} */ stream) => {
        /** @type {Buffer[]} */
        const chunks = []
        stream.on('data', (chunk) => chunks.push(chunk))
        stream.on('end', () => {
          size = Buffer.concat(chunks).length
        })
      })
      parser.on('close', () => res.end(String(size)))
      req.pipe(parser)
    })
  },
  webapp() {
    const app = load('webapp')()
    const { multipart } = load('webapp/multipart')
    const limits = { fileSize: LIMIT, bodySize: 2 * LIMIT }
    app.post('/upload', multipart({ limits }), (/** @type {any} */ req, /** @type {any} */ res) =>
      res.send(String(req.files.f[0].size)),
    )
    return createServer(app)
  },
  multer() {
    const app = load('express5')()
    const multer = load('multer')
    app.post('/upload', multer().single('f'), (/** @type {any} */ req, /** @type {any} */ res) =>
      res.send(String(req.file.size)),
    )
    return createServer(app)
  },
  fastify() {
    const app = load('fastify')({ bodyLimit: 2 * LIMIT })
    app.register(load('@fastify/multipart'), { limits: { fileSize: LIMIT } })
    app.post('/upload', async (/** @type {any} */ req) => {
      const file = await req.file()
      return String((await file.toBuffer()).length)
    })
    return app
  },
  formidable() {
    const { default: formidable } = load('formidable')
    return createServer((req, res) => {
      formidable({ maxFileSize: LIMIT }).parse(
        req,
        (/** @type {unknown} */ _error, /** @type {unknown} */ _fields, /** @type {any} */ files) =>
          res.end(String(files?.f?.[0]?.size)),
      )
    })
  },
  hono() {
    const { Hono } = load('hono')
    const { createAdaptorServer } = load('@hono/node-server')
    const app = new Hono()
    app.post('/upload', async (/** @type {any} */ c) => {
      const { f } = await c.req.parseBody()
      return c.text(String(f.size))
    })
    return createAdaptorServer({ fetch: app.fetch })
  },
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())

try {
  const server = (kind === 'socket' ? socketServers : uploadServers)[name]?.()
  if (typeof server.inject === 'function' && server.server) {
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    process.send?.(Number(new URL(address).port))
  } else {
    server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
  }
} catch (error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code !== 'MODULE_NOT_FOUND') throw error
  process.exit()
}
