import webapp from 'webapp'

// No start is in this file: server.js, lambda.js and worker.js have one for each platform.

export const app = webapp()
app.disable('x-powered-by')
app.use(webapp.json({ limit: '1mb' }))

const notes = new Map([['1', { id: '1', text: 'Runs everywhere' }]])

app.get('/notes/:id', (req, res, next) => {
  const note = notes.get(req.params.id)
  if (note === undefined) next()
  else res.set('Cache-Control', 'no-cache').json(note)
})

app.post('/notes', (req, res) => {
  const { text } = req.body ?? {}
  if (typeof text !== 'string') {
    res.status(422).json({ error: 'text must be a string' })
    return
  }
  const id = String(notes.size + 1)
  notes.set(id, { id, text })
  res.status(201).location(`/notes/${id}`).json({ id, text })
})

app.get('/visits', (req, res) => {
  const [, count = '0'] = /(?:^|; )visits=(\d+)/.exec(req.get('cookie') ?? '') ?? []
  res.cookie('visits', Number(count) + 1, { httpOnly: true }).cookie('seen', 'yes')
  res.send(`visit ${Number(count) + 1}`)
})

/** A response in several chunks, each as soon as it is there. */
app.get('/countdown', async (_req, res) => {
  res.type('text')
  for (let left = 3; left > 0; left--) {
    res.write(`${left} `)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  res.end('go')
})

app.get('/client', (req, res) => res.json({ ip: req.ip, secure: req.secure }))

app.get('/bytes', (_req, res) => res.type('png').send(Buffer.from([137, 80, 78, 71, 0, 255])))

app.get('/failure', async () => {
  throw Object.assign(new Error('meant to fail'), { status: 503 })
})

app.use((error, _req, res, next) => {
  if (res.headersSent) next(error)
  else res.status(error.status ?? 500).json({ error: error.message })
})
