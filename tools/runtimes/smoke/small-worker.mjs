// A worker with one route, whose size tools/runtimes/worker-run.ts measures.
import { httpServerHandler } from 'cloudflare:node'
import webapp from 'webapp'

const app = webapp()
app.use(webapp.json())
app.get('/users/:id', (req, res) => res.json({ id: req.params.id }))

export default httpServerHandler(app.listen(8080))
