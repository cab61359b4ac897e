import webapp = require('webapp')
import v4 = require('webapp/v4')
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

const older = v4()
older.get('/users/:id(\\d+)/:tab?', (req, res) => {
  const id: string = req.params.id
  const tab: string | undefined = req.params.tab
  req.query = {}
  res.send(200, { id, tab })
})
older.use((error: Error, _req: v4.Request, res: v4.Response, next: v4.NextFunction) => {
  if (res.headersSent) return next(error)
  res.status(500).send(error.message)
})
const olderRouter: v4.Router = v4.Router()
older.use('/api', olderRouter)
app.use('/old', older, olderRouter)
const types: string = v4.static.mime.lookup('a.html')
older.listen(0, () => types).close()
