import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { app } from './application.js'

// This key is public: create your own for anything but trying this example.
const folder = new URL('localhost-for-tests-only/', import.meta.url)
const identity = {
  key: readFileSync(new URL('key.pem', folder)),
  cert: readFileSync(new URL('certificate.pem', folder)),
}

const port = Number(process.env.PORT ?? 8443)

export const server = createSecureServer({ ...identity, allowHTTP1: true }, app)
server.listen(port, '127.0.0.1', () => {
  const { port: actual } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`curl --insecure https://localhost:${actual}/           # HTTP/2
curl --insecure --http1.1 https://localhost:${actual}/ # HTTP/1 from the same server`)
})
