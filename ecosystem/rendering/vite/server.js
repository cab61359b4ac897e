import { createServer } from 'node:http'
import webapp from 'webapp'

const app = webapp()
const server = createServer(app)
const isProduction = process.env.NODE_ENV === 'production'
const { createPages } = await import(isProduction ? './built.js' : './develop.js')

app.get('/api/time', (_req, res) => res.json({ time: new Date() }))
app.use(await createPages(server))

server.listen(process.env.PORT ?? 3000, () => {
  console.log(`Listening on http://localhost:${server.address().port}/`)
})
