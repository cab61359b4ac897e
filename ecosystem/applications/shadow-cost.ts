import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from '../../bench/statistics.ts'
import { freePorts } from '../../tools/free-ports.ts'
import { installLocked } from '../../tools/install-locked.ts'
import { ask } from './answer.ts'
import { type Cost, compareCosts, type Pair } from './costs.ts'
import { openLoop } from './open-loop.ts'
import { type Application, cli, type Report } from './shadowed.ts'
import { applications } from './shadowed-applications.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

// npx tsx ecosystem/applications/shadow-cost.ts [name …] [--turns 20] [--seconds 4] [--sample 0.01]: what
// `webapp shadow` costs published applications. Each runs twice at once, alone and observed, and both take
// turns with the same requests. It needs Linux and the built command line.

/** The load needs this share of one processor, so that requests seldom wait for each other. */
const USED = 0.2

/** The client of this program sends no more requests per second. */
const HIGHEST_RATE = 400

/** Seconds before the first turn: code is compiled, and the copies start. */
const WARM_UP = 10

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
    sample: { type: 'string', default: '0.01' },
  },
})
const here = fileURLToPath(new URL('.', import.meta.url))
const names = positionals.length > 0 ? positionals : Object.keys(applications)

installLocked(here)
for (const name of names) {
  const application = applications[name]
  if (application === undefined) throw new Error(`there is no application ${name}`)
  await measureApplication(name, application)
}

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly folder: string
  readonly origin: string
}

async function measureApplication(name: string, application: Application): Promise<void> {
  const servers: Started[] = []
  try {
    const plain = await startServer(application, [])
    servers.push(plain)
    const observed = await startServer(application, [
      `--import=${pathToFileURL(join(cli, 'dist/shadow/entry.js'))}`,
    ])
    servers.push(observed)
    const { paths } = application
    const rate = await warmUp(plain, observed, paths)
    const pairs: Pair[] = []
    const before = comparedBy(observed)
    for (let turn = 0; turn < Number(options.turns); turn++) {
      // Each is the first one of a pair as often as the other.
      const isPlainFirst = turn % 2 === 0
      const first = await measure(isPlainFirst ? plain : observed, paths, rate)
      const second = await measure(isPlainFirst ? observed : plain, paths, rate)
      pairs.push(
        isPlainFirst ? { plain: first, observed: second } : { plain: second, observed: first },
      )
    }
    await stop(observed)
    const load = loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')
    const compared = comparedBy(observed) - before
    console.log(
      `${name}: ${pairs.length} pairs of ${options.seconds} s at ${rate} requests/s, ${compared} compared, ` +
        `load average ${load}, Node ${process.versions.node}\n${compareCosts(pairs)}`,
    )
  } finally {
    for (const server of servers) {
      await stop(server)
      rmSync(server.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

async function startServer(
  { script, files, args, ready }: Application,
  flags: readonly string[],
): Promise<Started> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-shadow-cost-')))
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  writeFiles(folder, files(port))
  const child = spawn(
    process.execPath,
    [...flags, join(here, 'node_modules', script), ...args(port)],
    {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production' },
        WEBAPP_SHADOW_OPTIONS: `--sample ${options.sample} --report report.json`,
      },
      // The process that compares inherits standard error: `close` comes when it has ended, too.
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  child.stderr.resume()
  const isReady = () =>
    ask(origin, ready).then(
      () => true,
      () => false,
    )
  const server = { child, pid: child.pid ?? 0, folder, origin }
  try {
    await until(isReady)
    return server
  } catch (error) {
    await stop(server)
    throw error
  }
}

async function stop({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  await closed
}

/** Ends when the copies have compared responses; returns the requests per second of the turns. */
async function warmUp(
  plain: Started,
  observed: Started,
  paths: readonly string[],
): Promise<number> {
  await Promise.all([plain, observed].map(({ origin }) => openLoop(origin, paths, 50, WARM_UP)))
  await until(async () => {
    await Promise.all([plain, observed].map(({ origin }) => openLoop(origin, paths, 50, 2)))
    return comparedBy(observed) > 0
  })
  const { processor } = await measure(plain, paths, 50)
  return Math.max(5, Math.min(HIGHEST_RATE, Math.round(USED / processor)))
}

/** The requests that the copies have compared, by the report that is written every ten seconds. */
function comparedBy({ folder }: Started): number {
  try {
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
    return report.requests.compared
  } catch {
    return 0 // Not written yet.
  }
}

async function measure(server: Started, paths: readonly string[], rate: number): Promise<Cost> {
  const before = processorTime(server.pid)
  const latencies = await openLoop(server.origin, paths, rate, Number(options.seconds))
  const processor = (processorTime(server.pid) - before) / latencies.length
  return { processor, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

/** Seconds that the threads of a process have run, which the kernel counts in nanoseconds. */
function processorTime(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}
