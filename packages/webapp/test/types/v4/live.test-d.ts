// The handlers of live connections and of uploads, in 4.x.
import { multipart, parts } from '../../../src/multipart.ts'
import { events } from '../../../src/sse.ts'
import webapp from '../../../src/v4.ts'
import { acceptUpgrades, upgrade } from '../../../src/ws.ts'
import type { Equal, Expect } from '../equal.ts'

const app = webapp()
const router = webapp.Router()

router.get(
  '/rooms/:room',
  upgrade((socket, req) => {
    const type: Expect<Equal<typeof req.params.room, string>> = true
    socket.send(`${req.params.room} ${type}`)
  }),
)
app.use('/chat', router)
app.get('/events', (req, res) => void events(req, res).send('a'))
app.post('/form', multipart(), (_req, res) => void res.end())
app.post('/parts', async (req, res) => {
  for await (const part of parts(req)) part.resume()
  res.end()
})
acceptUpgrades(app.listen(), app)
