import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What `webapp shadow` costs the program that it observes: processor time for each request, and
 * latency, with wrk. Run it with the Node to measure: `node --import tsx bench/shadow.ts`. It needs
 * Linux, wrk, and the built command line.
 */
const SLICES = 30
const FIRST_PORT = 23_517
const CLI = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url))
const EXPRESS = dirname(createRequire(import.meta.url).resolve('express5/package.json'))

const PROGRAM = `
const express = require('express')
const app = express()
const page = '<p>text</p>'.repeat(900)
app.get('/json', (req, res) => res.json({ id: 1, name: 'Ada', tags: ['a', 'b'] }))
app.get('/page', (req, res) => res.send(page))
app.listen(process.env.PORT, () => console.log('pid ' + process.pid))
process.on('SIGTERM', () => process.exit(0))
`

interface Run {
  /** Microseconds of processor time for each request. */
  readonly cost: number
  /** Milliseconds. */
  readonly latency: number
}

const WAYS = {
  plain: ['app.js'],
  'shadow, 1 %': [CLI, 'shadow', 'app.js', '--sample', '0.01'],
}

const folder = mkdtempSync(join(tmpdir(), 'bench-shadow-'))
try {
  writeFileSync(join(folder, 'app.js'), PROGRAM)
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"express":"5"}}')
  const link = join(folder, 'node_modules')
  execFileSync('mkdir', [link])
  symlinkSync(EXPRESS, join(link, 'express'))
  for (const path of ['/json', '/page']) await compareWays(path)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The servers run at once and take turns, so that a change of the machine concerns all of them. */
async function compareWays(path: string): Promise<void> {
  const servers = await Promise.all(
    Object.entries(WAYS).map(([name, args], at) => startServer(name, args, FIRST_PORT + at)),
  )
  // The copies have started by then, and the code is compiled.
  for (const { port } of servers) load(`http://127.0.0.1:${port}${path}`, 5)
  for (let slice = 0; slice < SLICES; slice++) {
    for (const { runs, pid, port } of servers) runs.push(measure(pid, port, path))
  }
  const [plain] = servers
  for (const { name, runs, child } of servers) {
    // Each slice with that of the plain program beside it.
    const ratios = runs.map(({ cost }, at) => cost / (plain?.runs[at]?.cost ?? Number.NaN))
    const cost = median(runs.map((run) => run.cost))
    const latency = median(runs.map((run) => run.latency))
    console.log(
      `${path}  ${name.padEnd(13)}  ${cost.toFixed(1)} µs  ${median(ratios).toFixed(3)}  ${latency.toFixed(2)} ms`,
    )
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
}

interface Started {
  readonly name: string
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  readonly runs: Run[]
}

async function startServer(name: string, args: readonly string[], port: number): Promise<Started> {
  const env = { ...process.env, PORT: String(port) }
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: [...stdio] })
  return { name, child, pid: await pidOf(child), port, runs: [] }
}

function measure(pid: number, port: number, path: string): Run {
  const before = processorTime(pid)
  const output = load(`http://127.0.0.1:${port}${path}`, 1)
  const used = processorTime(pid) - before
  const [, requests = '0'] = /(\d+) requests in/.exec(output) ?? []
  const [, latency = '0', unit] = /Latency\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit ?? 'ms'] ?? 1
  return { cost: (used * 1e6) / Number(requests), latency: Number(latency) * milliseconds }
}

function load(url: string, seconds: number): string {
  return execFileSync('wrk', ['-t1', '-c16', `-d${seconds}`, url], { encoding: 'utf8' })
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk) => {
      const [, pid] = /pid (\d+)/.exec(String(chunk)) ?? []
      if (pid !== undefined) resolve(Number(pid))
    })
  })
}

/** Seconds that a process has used; the kernel counts in hundredths. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
}
