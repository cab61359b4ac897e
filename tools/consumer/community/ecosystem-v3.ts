// What packages make goes into applications of 3.x, one at a time. Their own requests and responses
// answer some members in another way than those of 4.x and 5.x, so what is asked for is told by hand.
import bodyParser from 'body-parser'
import compression from 'compression'
import type { NextHandleFunction } from 'connect'
import cookieParser from 'cookie-parser'
import cors from 'cors'
import type express from 'express'
import { rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { body } from 'express-validator'
import helmet from 'helmet'
import { createProxyMiddleware } from 'http-proxy-middleware'
import morgan from 'morgan'
import multer from 'multer'
import passport from 'passport'
import swaggerUi from 'swagger-ui-express'
import webapp, { type NextFunction, type Request, type Response } from 'webapp/v3'

const app = webapp()
app.use(bodyParser.json())
app.use(compression())
app.use(cookieParser())
app.use(cors())
app.use(helmet())
app.use(morgan('dev'))
app.use(session({ secret: 'a', resave: false, saveUninitialized: true }))
app.use(passport.initialize())
app.use('/api', rateLimit({ limit: 10 }))
app.use('/docs', swaggerUi.setup({ openapi: '3.0.0' }))
app.use('/files', createProxyMiddleware({ target: 'http://127.0.0.1' }))
app.post('/:id', multer().single('file'), body('name').isString(), (req, res) => {
  res.send(200, { id: req.params.id, size: req.file?.size })
})

declare const theirs: express.RequestHandler
declare const theirErrors: express.ErrorRequestHandler
declare const theirApp: express.Express
declare const connects: NextHandleFunction
app.use(theirs)
app.use('/sub', theirApp)
app.use(theirErrors)
app.get(
  '/:id',
  theirs,
  connects,
  theirErrors,
  (req: Request, res: Response, next: NextFunction) => {
    connects(req, res, next)
    cors()(req, res, next)
  },
)
