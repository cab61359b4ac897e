import webapp = require('webapp')
import v3 = require('webapp/v3')
import v4 = require('webapp/v4')
import v5 = require('webapp/v5')

import { inject } from 'webapp/inject'
import { lambda } from 'webapp/lambda'

declare module 'webapp' {
  interface Request {
    account?: { id: number }
  }
  interface Response {
    fail(): this
  }
}

declare module 'webapp/v4' {
  interface Request {
    accountOf4?: { id: number }
  }
}

declare module 'webapp/v3' {
  interface Request {
    accountOf3?: { id: number }
  }
}

const app = webapp()
app.get('/account', (req, res) => res.fail().json(req.account?.id))
app.get('/account', (req: webapp.Request) => req.account?.id)
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
older.get('/account', (req) => req.accountOf4?.id)
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

const oldest = v3()
oldest.get('/account', (req) => req.accountOf3?.id)
oldest.configure('development', () => oldest.use(v3.logger('dev')))
oldest.use(v3.bodyParser({ uploadDir: '/tmp', keepExtensions: true }))
oldest.get('/users/:id(\\d+)/:tab?', (req, res) => {
  const id: string = req.params.id
  const tab: string | undefined = req.params.tab
  res.send(200, { id, tab, type: req.accepts('html, json') })
})
oldest.get('*', (error: Error, _req: v3.Request, res: v3.Response, next: v3.NextFunction) => {
  if (res.headerSent) return next(error)
  res.send(500, error.message)
})
const oldestRouter: v3.Router = new v3.Router({ strict: true })
oldest.use('/api', oldestRouter.middleware)
app.use('/older', oldest)
oldest.listen(0, () => v3.mime.lookup('a.html')).close()

inject(app, '/').then((answer) => answer.json<{ id: string }>().id.length)
export const handler = lambda(app)
