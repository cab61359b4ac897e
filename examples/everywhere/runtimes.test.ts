import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fetchRuntime } from '../../tools/runtimes/fetch-runtime.ts'
import { runtimes } from '../../tools/runtimes/runtimes.ts'
import { bundleWorker, Worker } from '../../tools/runtimes/worker-run.ts'
import { expectNotes } from './checks.ts'
import { start } from './start.ts'

const DENO = ['run', '--allow-net', '--allow-read', '--allow-env', '--node-modules-dir=manual']
const client = { ip: '127.0.0.1', secure: false }

/** The program of a runtime, which comes from npm. */
function programOf(id: string): Promise<string> {
  const runtime = runtimes.find((one) => one.id === id)
  if (runtime === undefined) throw new Error(`tools/runtimes/runtimes.ts has no ${id}`)
  return fetchRuntime(runtime)
}

it.each([
  ['bun', []],
  ['deno', DENO],
])('the application runs on %s with server.js, and ends with a signal', async (id, args) => {
  const { url, end } = await start(await programOf(id), [...args, 'server.js'])
  await expectNotes((path, init) => fetch(new URL(path, url), init), client)
  expect(await end()).toBe(0)
})

it('the application runs on workerd with worker.js', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-worker-'))
  const entry = fileURLToPath(new URL('worker.js', import.meta.url))
  await bundleWorker(entry, join(folder, 'worker.js'))
  const worker = await Worker.start(await programOf('workerd'), folder)
  try {
    await expectNotes((path, init) => fetch(worker.origin + path, init), client)
  } finally {
    await worker.end()
    rmSync(folder, { recursive: true, force: true })
  }
})
