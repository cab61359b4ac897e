import webapp = require('webapp')
import v5 = require('webapp/v5')

const app = webapp()
app.get('/users/:id', (req, res) => {
  const id: string = req.params.id
  res.status(200).json({ id })
})
app.use((error: Error, _req: webapp.Request, res: webapp.Response, next: webapp.NextFunction) => {
  if (res.headersSent) return next(error)
  res.status(500).send(error.message)
})

const router: webapp.Router = v5.Router({ mergeParams: true })
app.use('/api', router)
app.listen(0).close()
