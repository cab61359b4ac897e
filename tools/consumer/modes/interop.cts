// biome-ignore-all lint/complexity/noBannedTypes: people write {} for no parameters.

// CommonJS in the syntax of ES modules, as most TypeScript code for Node has it.
import webapp, { json, type Request, type RequestHandler, Router } from 'webapp'
import * as v3 from 'webapp/v3'
import v4, { static as serveStatic, Router as V4Router } from 'webapp/v4'
import { urlencoded } from 'webapp/v5'

// What is inferred can be named in declaration files.
export const app = webapp()
export const router = Router<{ project: string }>({ mergeParams: true })
export const route = app.route('/:id')
export const get = app.get
export const layers = app.router.stack.map((layer) => layer.handle)
export const parsers = [json(), urlencoded()]
export const appOf = (req: Request) => req.app
export const bodyOf = (req: Request<{}, {}, { name: string }>) => req.body.name
export const show: RequestHandler<{ id: string }> = (req, res) => res.json(req.params)
export const older = v4()
export const olderRouter = V4Router()
export const olderRoute = olderRouter.route('/:id?')
export const olderStatic = serveStatic('public')
export const olderRequest = v4.request
export const oldest = v3.application
export const oldestRouter = new v3.Router()

router.get('/:id', (req) => req.params.project + req.params.id)
app.use('/:project', router, show)
// @ts-expect-error there is no such parameter
router.get('/:id', (req) => req.params.name)
