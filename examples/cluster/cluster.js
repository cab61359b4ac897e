import cluster from 'node:cluster'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// Starts a worker for each processor and replaces those that die.
//   SIGTERM, SIGINT   the workers finish what they have begun, then all ends
//   SIGHUP            new workers take over, one after the other; requests in flight finish
cluster.setupPrimary({ exec: fileURLToPath(new URL('./server.js', import.meta.url)) })

const count = Number(process.env.WORKERS ?? availableParallelism())
const retired = new WeakSet()
let isEnding = false

for (let started = 0; started < count; started++) startWorker()
process.on('SIGHUP', restart)
process.on('SIGTERM', end)
// A terminal sends SIGINT to the workers as well, and a second signal would end them at once.
process.on('SIGINT', () => {
  isEnding = true
})

function startWorker() {
  const worker = cluster.fork()
  const began = Date.now()
  worker.once('exit', async (code, signal) => {
    if (isEnding || retired.has(worker)) return
    console.error(`worker ${worker.process.pid} ended with ${signal ?? code}, it is replaced`)
    // One that cannot start must not keep the machine busy.
    if (Date.now() - began < 1000) await wait(1000)
    if (!isEnding) startWorker()
  })
  return worker
}

async function restart() {
  for (const old of Object.values(cluster.workers ?? {})) {
    if (isEnding) return
    await once(startWorker(), 'listening')
    retire(old)
  }
}

function end() {
  isEnding = true
  for (const worker of Object.values(cluster.workers ?? {})) retire(worker)
}

/**
 * Lets a worker finish; server.js hears the signal.
 *
 * @param {import('node:cluster').Worker | undefined} worker
 */
function retire(worker) {
  if (!worker) return
  retired.add(worker)
  worker.process.kill('SIGTERM')
}
