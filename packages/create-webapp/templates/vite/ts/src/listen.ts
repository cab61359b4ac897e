import type { Server } from 'node:http'

/** Starts a server on PORT. */
export function listen(server: Server): void {
  const port = Number(process.env.PORT ?? 3000)
  server.once('error', (error) => {
    console.error(`Cannot listen on port ${port}: ${error.message}`)
    process.exit(1)
  })
  server.listen(port, () => console.log(`Listening on http://localhost:${port}/`))
}
