// Started by sinon.test.ts: a server whose process has all of sinon's fake timers.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const sinon = require('sinon')

const [name, when, isTicking] = process.argv.slice(2)
const nodesSetInterval = setInterval

const folder = mkdtempSync(join(tmpdir(), 'webapp-sinon-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'small.txt'), 'small')
writeFileSync(join(folder, 'large.txt'), 'x'.repeat(300_000))

const early = when === 'before' ? fakeTimers() : undefined
const webapp = require(name)
const app = webapp()
app.set('env', 'test')
app.use(webapp.json())
app.use('/files', webapp.static(folder))
app.get('/', (_req, res) => res.send('text'))
app.post('/', (req, res) => res.send(req.body))
app.get('/file', (_req, res) => res.download(join(folder, 'large.txt')))
app.get('/throw', () => {
  throw new Error('thrown')
})
app.get('/slow', (_req, res) => {
  res.setTimeout(1, () => res.status(503).send('slow'))
})
const clock = early ?? fakeTimers()

const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
clock.runMicrotasks()

/** Everything that sinon can fake, with or without the `nextTick` that Node's own streams need. */
function fakeTimers() {
  const clock = sinon.useFakeTimers(isTicking ? {} : { toNotFake: ['nextTick'] })
  // As `await clock.tickAsync(1)` does in a test with sinon.
  if (isTicking) nodesSetInterval(() => clock.runMicrotasks(), 1)
  return clock
}
