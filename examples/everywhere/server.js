// Node, Bun and Deno: `node server.js`, `bun server.js`, `deno run -A server.js`.
import process from 'node:process'
import webapp from 'webapp'
import { serve } from 'webapp/serve'
import { app } from './application.js'

const { url } = await serve(app, {
  port: Number(process.env.PORT ?? 3000),
  hostname: process.env.HOST,
})
webapp.shutdown(app)
console.log(`listening on ${url}`)
