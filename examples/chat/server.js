import { createClient } from 'redis'
import webapp from 'webapp'
import { redisAdapter } from 'webapp/ws'
import { createChat } from './application.js'

// With REDIS_URL, several of these processes are one chat: npm start, PORT=3001 npm start, ...
const { REDIS_URL, PORT = '3000' } = process.env

const client = REDIS_URL ? createClient({ url: REDIS_URL }) : undefined
client?.on('error', (error) => console.error('redis:', error.message))
await client?.connect()

const app = createChat(client ? { adapter: redisAdapter(client) } : {})
const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`http://127.0.0.1:${port}/`)
})

webapp.shutdown(app, { after: () => client?.destroy() })
