// A worker with WebSocket routes, for tools/runtimes/worker-sockets.ts. The application has no line that is
// made for workers.
import { httpServerHandler } from 'cloudflare:node'
import { DurableObject } from 'cloudflare:workers'
import webapp from 'webapp'
import { events } from 'webapp/sse'
import { withUpgrades } from 'webapp/worker'
import { rooms, upgrade } from 'webapp/ws'

const app = webapp()
const log = []

app.get(
  '/echo/:name',
  (req, res, next) => {
    if (req.query.token !== 'secret') return res.status(401).send('no token')
    res.set('X-Guard', 'passed')
    next()
  },
  upgrade(
    (socket, req) => {
      log.length = 0
      socket.send(`hello ${req.params.name} ${socket.protocol} ${req.cloudflare.env.GREETING}`)
      socket.on('message', (data, isBinary) => {
        if (String(data) === 'bye') socket.close(4001, 'as you wish')
        else socket.send(data, { binary: isBinary })
      })
      socket.on('close', (code, reason) => log.push(`${code} ${reason} ${req.signal.aborted}`))
    },
    { protocols: ['v2', 'v1'], maxPayload: 1000, maxConnections: 2 },
  ),
)
app.get(
  '/same',
  upgrade((socket) => socket.close(1000, 'opened')),
)
app.get(
  '/failing',
  upgrade(() => Promise.reject(new Error('of the handler'))),
)
app.get(
  '/paused',
  upgrade((socket) => {
    socket.pause()
    let isPaused = true
    setTimeout(() => {
      isPaused = false
      socket.resume()
    }, 20)
    socket.addEventListener('message', ({ data }) => socket.send(`${data} ${isPaused}`))
  }),
)
const hall = rooms()
app.get(
  '/room',
  upgrade((socket) => {
    hall.join('tea', socket)
    socket.on('message', (data) => hall.broadcast('tea', String(data)))
  }),
)
app.get('/log', (_req, res) => res.json(log))
app.get('/ticks', (req, res) => {
  const stream = events(req, res)
  let at = 0
  const timer = setInterval(() => stream.send({ data: ++at }), 5)
  stream.closed.then(() => {
    clearInterval(timer)
    log.push(`reader left after ${at}`)
  })
})
app.use((error, _req, res, _next) => {
  log.push(error.message)
  if (!res.headersSent) res.status(error.status).send(error.message)
})

const handler = httpServerHandler(app.listen(8080))
const withRoutes = withUpgrades(handler)

/** All requests of one object may use the sockets of each other. */
export class Rooms extends DurableObject {
  fetch(request) {
    return withRoutes.fetch(request, this.env, this.ctx)
  }
}

export default {
  fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/room') return env.ROOMS.get(env.ROOMS.idFromName('tea')).fetch(request)
    return (searchParams.has('plain') ? handler : withRoutes).fetch(request, env, context)
  },
}
