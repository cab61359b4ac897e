import cluster from 'node:cluster'
import { isMainThread } from 'node:worker_threads'
import { SETTINGS_VARIABLE, type WorkerSettings } from '../messages.ts'
import { install } from './install.ts'

// `webapp start` passes this file to its workers with --import. Threads, and programs that a worker
// starts, inherit the flag, and are no workers: for them this file does nothing.
const text = process.env[SETTINGS_VARIABLE]
delete process.env[SETTINGS_VARIABLE]
if (isMainThread && cluster.isWorker && text !== undefined) {
  install(JSON.parse(text) as WorkerSettings)
}
