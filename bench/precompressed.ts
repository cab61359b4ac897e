import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { nextMessage } from './child-messages.ts'
import { describeMachine } from './machine.ts'
import { toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/precompressed.ts [--slices 10] [--node program]: the processor time of a response with a file
// that was compressed beforehand. All servers run at once and take turns of one second of wrk, because
// the speed of a machine changes within seconds.

const execute = promisify(execFile)
const SERVERS = fileURLToPath(new URL('precompressed-servers.js', import.meta.url))
const NAMES = ['webapp', 'sirv', '@fastify/static', 'webapp without the option']
const BROWSER = 'gzip, deflate, br, zstd'
const CASES = [
  { title: '1 KB, br', path: '/1k.js', accepted: BROWSER },
  { title: '64 KB, br', path: '/64k.js', accepted: BROWSER },
  { title: '1 KB that has no variant', path: '/none.bin', accepted: BROWSER },
  { title: '1 KB, client without codings', path: '/1k.js', accepted: 'identity' },
]
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    node: { type: 'string', default: process.execPath },
  },
})
const slices = toPositive('slices', options.slices)

interface Server {
  readonly child: ChildProcess
  readonly port: number
}

const root = mkdtempSync(join(tmpdir(), 'webapp-precompressed-'))
const servers: Server[] = []
try {
  createFiles()
  for (const name of NAMES) servers.push(await start(name))
  report()
  for (const one of CASES) await measureCase(one)
} finally {
  for (const { child } of servers) child.kill()
  rmSync(root, { recursive: true, force: true })
}

function createFiles(): void {
  writeFileSync(join(root, 'none.bin'), randomBytes(1024))
  for (const [name, size] of [
    ['1k.js', 1024],
    ['64k.js', 65_536],
  ] as const) {
    const script = createScript(size)
    writeFileSync(join(root, name), script)
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(script))
    writeFileSync(join(root, `${name}.gz`), gzipSync(script))
  }
}

/** A script that compresses about as well as usual ones do. */
function createScript(size: number): string {
  let script = ''
  for (let line = 0; script.length < size; line++) {
    const digest = createHash('sha1').update(String(line)).digest('hex').slice(0, 12)
    script += `export const value${line} = ${digest};\n`
  }
  return script.slice(0, size)
}

async function start(name: string): Promise<Server> {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(SERVERS, [name, root], { execArgv: [], execPath: options.node, env })
  return { child, port: await nextMessage<number>(child) }
}

function report(): void {
  const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
  const { cpu, cores, node } = describeMachine(version)
  console.log(
    `${slices} turns of 1 s, wrk, ${options.connections} connections; ${cpu}, ${cores} cores, ${node}`,
  )
  console.log('µs of processor time for each response, median\n')
  console.log(`| | ${NAMES.join(' | ')} |\n|---|${NAMES.map(() => '---:|').join('')}`)
}

async function measureCase({ title, path, accepted }: (typeof CASES)[number]): Promise<void> {
  const costs = servers.map((): number[] => [])
  for (let turn = 0; turn <= slices; turn++) {
    for (const [at, server] of servers.entries()) {
      const cost = await measure(server, path, accepted)
      if (turn > 0) costs[at]?.push(cost) // The first turn warms up.
    }
  }
  console.log(`| ${title} | ${costs.map((each) => quantile(each, 0.5).toFixed(1)).join(' | ')} |`)
}

/** The processor time of a response, in microseconds. */
async function measure({ child, port }: Server, path: string, accepted: string): Promise<number> {
  const before = await readCpu(child)
  const bounds = ['-t', '1', '-c', options.connections, '-d', '1s']
  const header = ['-H', `Accept-Encoding: ${accepted}`]
  const { stdout } = await execute('wrk', [...bounds, ...header, `http://127.0.0.1:${port}${path}`])
  if (stdout.includes('Non-2xx')) throw new Error(stdout)
  return ((await readCpu(child)) - before) / Number(/(\d+) requests in/.exec(stdout)?.[1])
}

async function readCpu(child: ChildProcess): Promise<number> {
  const told = nextMessage<number>(child)
  child.send('cpu')
  return told
}
