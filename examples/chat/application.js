import { fileURLToPath } from 'node:url'
import webapp from 'webapp'
import { events } from 'webapp/sse'
import { rooms, upgrade } from 'webapp/ws'

const LONGEST = 500

/**
 * A chat: people talk over a WebSocket, and others watch the room by server-sent events.
 * @param {{ adapter?: import('webapp/ws').RoomsAdapter }} [options]
 */
export function createChat({ adapter } = {}) {
  const app = webapp()
  const hall = rooms({ adapter })

  // An upgrade request is a request like any other: this guard sees it, too.
  app.use('/rooms/:room', (req, res, next) => {
    if (/^[a-z]{1,20}$/.test(String(req.params.room))) next()
    else res.status(404).send('A room has a name of small letters')
  })

  app.get(
    '/rooms/:room/socket',
    upgrade(
      (socket, req) => {
        const name = String(req.query.name ?? 'somebody').slice(0, 40)
        const { room } = req.params
        hall.join(room, socket)
        socket.on('message', (data) => {
          const text = String(data).slice(0, LONGEST)
          hall.broadcast(room, JSON.stringify({ name, text }))
        })
      },
      { maxPayload: 4 * LONGEST },
    ),
  )

  app.get('/rooms/:room/events', (req, res) => {
    const stream = events(req, res)
    hall.join(req.params.room, {
      closed: stream.closed,
      send: (data) => stream.send({ event: 'said', data: String(data) }),
    })
  })

  app.use(webapp.static(fileURLToPath(new URL('public', import.meta.url))))
  app.on('closing', () => hall.close())
  return app
}
