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
async function run({ origin, request, connections, time }) {
  const folder = await mkdtemp(join(tmpdir(), 'webapp-wrk-'))
  const script = join(folder, 'load.lua')
  await writeFile(script, scriptFor(request))
  try {
    const bounds = ['--duration', `${Math.ceil(time)}s`, '--timeout', '60s']
    const args = ['--threads', '1', '--connections', String(connections), ...bounds]
    const { stdout } = await execute('wrk', [...args, '--script', script, origin + request.path])
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * What wrk asks, and how it tells what it was answered: it counts the statuses of errors only.
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
statuses = {}

function setup(thread)
  only = thread
end

function response(status)
  local key = tostring(status)
  statuses[key] = (statuses[key] or 0) + 1
end

function done(summary)
  local counts = {}
  for status, count in pairs(only:get("statuses")) do
    table.insert(counts, string.format('"%s":%d', status, count))
  end
  local failed = summary.errors
  local errors = failed.connect + failed.read + failed.write + failed.timeout
  print(string.format('\\n{"seconds":%f,"errors":%d,"statuses":{%s}}',
    summary.duration / 1000000, errors, table.concat(counts, ",")))
end
`
}

/** A string of Lua, whatever is in it. @param {string} text */
function quote(text) {
  const bytes = Array.from(Buffer.from(text), (byte) => `\\${String(byte).padStart(3, '0')}`)
  return `"${bytes.join('')}"`
}

takeOrders(run)
