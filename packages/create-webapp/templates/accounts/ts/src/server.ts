import { shutdown } from 'webapp'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/database.ts'

const config = readConfig(process.env)
const database = await openDatabase(config.dataFolder)
const app = createApp(config, database)

app.listen(config.port, async (error) => {
  if (error) {
    console.error(`Cannot listen on port ${config.port}: ${error.message}`)
    process.exitCode = 1
    await database.close()
    return
  }
  console.log(`Listening on http://localhost:${config.port}/`)
})

// Stops accepting connections at SIGTERM and Ctrl-C, and waits for requests in flight.
shutdown(app, { after: () => database.close() })
