import { get } from 'node:http'

const { default: webapp } = await import(`webapp/${process.env.DIALECT}`)

export const app = webapp()
app.disable('x-powered-by')

app.get('/pets/:id', (req, res) => {
  res.cookie('a', '1')
  res.cookie('b', '2')
  res.statusCode = 201
  res.send(`${req.ip} ${req.params.id} ${req.lambda.context.functionName}`)
})
// The response ends when a server of the test responds, which has seen the first chunk by then.
app.get('/begin', (req, res) => {
  res.set('Content-Type', 'text/plain')
  res.write('first ')
  get(req.get('x-gate'), (gate) => gate.resume().once('end', () => res.end('second')))
})
app.get('/bytes', (_req, res) => {
  res.set('Content-Type', 'image/png')
  res.send(Buffer.from([0, 1, 254, 255]))
})
app.get('/empty', (_req, res) => {
  res.statusCode = 204
  res.end()
})
app.get('/large', (_req, res) => {
  let left = 256
  const write = () => {
    while (left-- > 0) {
      if (!res.write(Buffer.alloc(65_536, 'x'))) {
        res.once('drain', write)
        return
      }
    }
    res.end()
  }
  write()
})
app.get('/cut', (_req, res) => {
  res.write('first ', () => res.destroy())
})
app.get('/gone', (req) => req.socket.destroy())
