import cluster from 'node:cluster'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

// `webapp start server.js` does this, and more. This program is for those who want a primary of their own.
// It starts a worker for each processor and replaces a worker that dies.
//   SIGTERM, SIGINT   the workers finish their in-flight requests, then all processes end
//   SIGHUP            new workers replace the old ones, one by one; in-flight requests finish
cluster.setupPrimary({ exec: fileURLToPath(new URL('./server.js', import.meta.url)) })

const count = Number(process.env.WORKERS ?? availableParallelism())
const retired = new WeakSet()
let restarting = Promise.resolve()
let isEnding = false

for (let started = 0; started < count; started++) startWorker()
process.on('SIGHUP', () => {
  restarting = restarting.then(restart)
})
process.on('SIGTERM', end)
// A terminal also sends SIGINT to the workers, and a second signal would end them immediately.
process.on('SIGINT', () => {
  isEnding = true
})

function startWorker() {
  const worker = cluster.fork()
  const began = Date.now()
  worker.once('exit', async (code, signal) => {
    if (isEnding || retired.has(worker)) return
    console.error(`worker ${worker.process.pid} ended with ${signal ?? code}; starting another`)
    // A worker that cannot start must not restart in a busy loop.
    if (Date.now() - began < 1000) await wait(1000)
    if (!isEnding) startWorker()
  })
  return worker
}

async function restart() {
  for (const old of Object.values(cluster.workers ?? {})) {
    if (isEnding) return
    // The worker still finishes its requests, and has a successor already.
    if (!old || retired.has(old)) continue
    await once(startWorker(), 'listening')
    retire(old)
  }
}

function end() {
  isEnding = true
  for (const worker of Object.values(cluster.workers ?? {})) retire(worker)
}

/**
 * Lets a worker finish: server.js handles the signal.
 *
 * @param {import('node:cluster').Worker | undefined} worker
 */
function retire(worker) {
  if (!worker) return
  retired.add(worker)
  worker.process.kill('SIGTERM')
}
