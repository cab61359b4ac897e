import webapp from 'webapp'

export const app = webapp()

app.get('/', (req, res) => {
  res.send(`Hello by HTTP/${req.httpVersion}, ${req.protocol}://${req.get('host')}\n`)
})

app.post('/echo', webapp.json(), (req, res) => res.json(req.body))

app.get('/ticks', async (_req, res) => {
  for (const tick of [1, 2, 3]) {
    res.write(`tick ${tick}\n`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  res.end()
})
