import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeOrders } from './take-orders.js'

const execute = promisify(execFile)

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
async function run({ origin, request, connections, time, status }) {
  const folder = await mkdtemp(join(tmpdir(), 'webapp-wrk-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, scriptFor(request))
  try {
    const bounds = ['--duration', `${Math.ceil(time)}s`, '--timeout', '60s']
    const args = ['--threads', '1', '--connections', String(connections), ...bounds]
    const { stdout } = await execute('wrk', [...args, '--script', script, origin + request.path])
    const { seconds, errors, good, bad } = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))
    return { seconds, errors, statuses: toStatuses(status, { good, bad }) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * wrk distinguishes the statuses below 400 from the others. To count each, it would have to call a
 * function for every response, which takes as long as a server needs for a small one.
 *
 * @param {number} status the one that responses shall have
 * @param {{ good: number, bad: number }} counts
 */
function toStatuses(status, { good, bad }) {
  const [expected, others, name] =
    status < 400 ? [good, bad, '4xx or 5xx'] : [bad, good, '2xx or 3xx']
  return { [status]: expected, ...(others > 0 && { [name]: others }) }
}

/**
 * What wrk asks, and how it prints what it has counted.
 *
 * @param {import('../scenario.ts').LoadRequest} request
 */
function scriptFor({ method, headers = {}, body }) {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
  )
  return `wrk.method = ${quote(method)}
${lines.join('\n')}
${body === undefined ? '' : `wrk.body = ${quote(body)}`}

function done(summary)
  local failed = summary.errors
  local errors = failed.connect + failed.read + failed.write + failed.timeout
  print(string.format('\\n{"seconds":%f,"errors":%d,"good":%d,"bad":%d}',
    summary.duration / 1000000, errors, summary.requests - failed.status, failed.status))
end
`
}

/** A string of Lua, whatever is in it. @param {string} text */
function quote(text) {
  const bytes = Array.from(Buffer.from(text), (byte) => `\\${String(byte).padStart(3, '0')}`)
  return `"${bytes.join('')}"`
}

takeOrders(run)
