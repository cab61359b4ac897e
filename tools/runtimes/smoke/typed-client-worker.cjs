const { parentPort, workerData } = require('node:worker_threads')
const { client } = require('webapp/client')
const { callAll } = require('./typed-client-calls.cjs')

// A failure is the `error` event of the worker.
callAll(client, workerData).then((seen) => parentPort.postMessage(seen))
