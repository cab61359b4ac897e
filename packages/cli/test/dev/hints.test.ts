import { expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { createProject, startDev, urlOf } from './support.ts'

/** The ticks of the hints come at once. webapp takes its timers when it is loaded. */
const FAST_TICKS = `const timers = require('node:timers')
const { setTimeout: later } = timers
timers.setTimeout = (run, time, ...rest) => later(run, time === 5000 ? 1 : time, ...rest)
`

it.each(['webapp', 'webapp/v4', 'webapp/v3'])(
  'a handler of %s that never responds gets its hint, although it is traced',
  async (factory) => {
    const code = `${FAST_TICKS}const app = require('${factory}')()
      app.get('/silent', async function forgets() {})
      app.listen(0)`
    const dev = startDev(createProject({ 'server.js': code }))
    ask(`${await urlOf(dev)}silent`).catch(() => undefined) // The program ends it.
    const [, place] = await dev.until(/GET \/silent: the handler "forgets" .* \((.*?)\)\. Send one/)
    expect(place).toMatch(/server\.js:5:11$/)
  },
)
