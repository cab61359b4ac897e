import { shutdown } from 'webapp'
import { app } from './app.ts'

const port = Number(process.env.PORT ?? 3000)

app.listen(port, (error) => {
  if (error) {
    console.error(`Cannot listen on port ${port}: ${error.message}`)
    process.exitCode = 1
    return
  }
  console.log(`Listening on http://localhost:${port}/`)
})

// Stops accepting connections at SIGTERM and Ctrl-C, and waits for requests in flight.
shutdown(app)
