// The handlers of live connections and of uploads, in 5.x.
import {
  formData,
  type MultipartFile,
  multipart,
  type Part,
  parts,
} from '../../../src/multipart.ts'
import { type EventStream, events } from '../../../src/sse.ts'
import webapp from '../../../src/v5.ts'
import {
  acceptUpgrades,
  type Rooms,
  redisAdapter,
  rooms,
  type UpgradedSocket,
  upgrade,
} from '../../../src/ws.ts'
import type { Equal, Expect } from '../equal.ts'

const app = webapp()

app.get(
  '/rooms/:room',
  upgrade<{ room: string }>((socket, req) => {
    const types: [
      Expect<Equal<typeof socket, UpgradedSocket>>,
      Expect<Equal<typeof req.params.room, string>>,
      Expect<Equal<typeof req.signal, AbortSignal>>,
    ] = [true, true, true]
    socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }))
    socket.on('close', (code, reason) => [code.toFixed(), reason.byteLength])
    // @ts-expect-error: no such event.
    socket.on('data', () => {})
    // @ts-expect-error: no such parameter.
    req.params.other
    return types
  }),
)

// Members that programs declare for requests (request-response.test-d.ts declares this one).
app.get(
  '/',
  upgrade((socket, req) => {
    const type: Expect<Equal<typeof req.user, Express.Request['user']>> = true
    const greet = ({ user }: { user?: { id: number } }) => socket.send(String(user?.id))
    greet(req)
    return type
  }),
)

// The parameters of the route, through the call.
app.get(
  '/rooms/:room',
  upgrade((socket, req) => {
    const type: Expect<Equal<typeof req.params, { room: string }>> = true
    socket.send(req.params.room)
    // @ts-expect-error: no such parameter.
    req.params.other
    return type
  }),
)
// In the chain of a route, the compiler sees no path: the parameters are given.
app.route('/rooms/:room/:user').get(
  upgrade<{ user: string }>((_socket, req) => {
    const type: Expect<Equal<typeof req.params.user, string>> = true
    // @ts-expect-error: no such parameter.
    req.params.other
    return type
  }),
)
app.get(
  '/rooms/:room',
  (_req, _res, next) => next(),
  upgrade(async (_socket, { params }) => {
    const type: Expect<Equal<typeof params, { room: string }>> = true
    return type
  }),
)
app.get(
  '/options',
  upgrade((socket: UpgradedSocket) => socket.close(), { origin: ['https://a'] }),
)
app.use(
  '/guarded',
  upgrade(async (socket) => socket.drained(), { heartbeat: false }),
)
// @ts-expect-error: no such option.
upgrade(() => {}, { maxpayload: 1 })
// @ts-expect-error: the heartbeat is a number or false.
upgrade(() => {}, { heartbeat: true })

const stop: () => void = acceptUpgrades(app.listen(), app)
stop()

const hall: Rooms = rooms({ adapter: redisAdapter({ publish() {}, duplicate() {} }) })
const count: number = hall.broadcast('a', 'text')
void count

app.get('/events', async (req, res) => {
  const stream: EventStream = events(req, res, { heartbeat: false })
  const isOpen: boolean = await stream.send({ event: 'a', id: 1, data: { any: 'thing' } })
  // @ts-expect-error: no such field.
  stream.send({ name: 'a' })
  await stream.from([isOpen ? 'a' : { data: 1 }])
})

app.post(
  '/form',
  multipart({ limits: { fileSize: '1mb' }, files: { a: { maxCount: 2 } } }),
  (req, res) => {
    const { files } = req as unknown as { files: Record<string, MultipartFile[]> }
    res.json(files.a?.map(({ filename, size }) => [filename, size]))
  },
)
// @ts-expect-error: no such limit.
multipart({ limits: { fileCount: 1 } })

app.post('/parts', async (req) => {
  for await (const part of parts(req)) {
    const type: Expect<Equal<typeof part, Part>> = true
    void type
    const name: string | undefined = part.isFile ? part.filename.toLowerCase() : part.filename
    void name
  }
  const form: FormData = await formData(req)
  return new Response(String(form.get('a')))
})
