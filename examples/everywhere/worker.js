// Cloudflare Workers: a bundle of this file is the worker.
import { httpServerHandler } from 'cloudflare:node'
import { app } from './application.js'

export default httpServerHandler(app.listen(8080))
