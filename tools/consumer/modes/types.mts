import type { NextFunction, Request, Response } from 'webapp'
import webapp, { json, Router } from 'webapp'
import { type InjectOptions, inject } from 'webapp/inject'
import { type LambdaHandler, lambda, type StreamingLambdaHandler } from 'webapp/lambda'
import { type RunningServer, serve } from 'webapp/serve'
import type { Request as V3Request, Response as V3Response } from 'webapp/v3'
import v3, { bodyParser, Router as V3Router, static as v3Static } from 'webapp/v3'
import type { Request as V4Request, Response as V4Response } from 'webapp/v4'
import v4, { Router as V4Router } from 'webapp/v4'
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

// @ts-expect-error json is not called
app.use(json)
// @ts-expect-error in 5.x write '/users{/:id}'
app.get('/users/:id?', (req) => req.params)
// @ts-expect-error mergeParams is missing
Router<{ project: string }>()
app.set('trust proxy', 1).set('own setting', 1)

const router = Router({ mergeParams: true })
app.use('/api', router, v5.Router())
app.listen(0).close()

const older = v4()
older.use(v4.urlencoded({ extended: true }))
older.get('/files/*', async (req, res) => {
  const file: string = req.params[0]
  res.json(200, { file })
})
older.get('/:id?', (req: V4Request, res: V4Response) => res.send(req.param('id')))
const olderRouter: V4Router = V4Router({ strict: true })
older.use('/api', olderRouter)
app.use('/old', older)
older.listen(0).close()

const oldest = v3()
oldest.use(bodyParser({ limit: '1mb' }))
oldest.use('/static', v3Static('public', { maxAge: 1000 }))
oldest.use(v3.session({ secret: 'a' }))
oldest.get('/files/*', async (req, res) => {
  const file: string = req.params[0]
  res.json(200, { file, sent: req.files })
})
oldest.get('/:id?', (req: V3Request, res: V3Response) => res.send(req.param('id')))
const oldestRouter: V3Router = new V3Router()
oldest.use('/api', oldestRouter.middleware)
app.use('/older', oldest)
oldest.listen(0).close()

const options: InjectOptions = { url: '/', query: { page: 2 }, body: { a: 1 } }
const status: number = (await app.inject(options)).statusCode
const get = (url: string, more: InjectOptions = {}) => inject(app, { url, ...more })
export const found: unknown = (await get('/', { query: { page: 2 } })).json()
export const account: string = (await inject.client(app).get('/account')).text()
const cookies: string[] = (await inject(older, '/')).headers['set-cookie'] ?? []
const response: globalThis.Response = await oldest.fetch(new globalThis.Request('http://a.test'))
export const handler: LambdaHandler = lambda(app, { basePath: '/shop' })
export const streaming: StreamingLambdaHandler = lambda(oldest, { stream: true })
export const running: RunningServer = await serve(older, { port: 0 })
app.get('/', (req, res) => res.json([status, cookies, response.ok, req.lambda?.context]))
