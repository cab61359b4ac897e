import type { NextFunction, Request, Response } from 'webapp'
import webapp, { json, Router } from 'webapp'
import v5 from 'webapp/v5'

const app = webapp()
app.use(json())
app.get('/users/:id', async (req, res) => {
  const id: string = req.params.id
  res.status(200).json({ id })
})
app.use((error: Error, _req: Request, res: Response, next: NextFunction) => {
  if (res.headersSent) return next(error)
  res.status(500).send(error.message)
})

const router = Router({ mergeParams: true })
app.use('/api', router, v5.Router())
app.listen(0).close()
