import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../tools/free-ports.ts'
import { until } from './until.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const register = createRequire(import.meta.url).resolve('webapp/register')

/** A port and a folder for one program alone. */
export interface Place {
  readonly port: number
  readonly origin: string
  readonly folder: string
}

/** A program of an installed package. */
export interface Program {
  /** Below node_modules. */
  readonly script: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Answers when the program is ready. */
  readonly ready: string
}

/** What a scenario saw, with the original Express and with webapp in its place. */
export interface TwoWays<Seen> {
  readonly original: Seen
  readonly ours: Seen
  /** Packages that asked for express on our way, with the dialects that they got. */
  readonly redirected: readonly string[]
}

/** The same program and the same client, one way after the other on the same port. */
export async function runTwoWays<Seen>(
  prepare: (place: Place) => Program,
  scenario: (place: Place) => Promise<Seen>,
): Promise<TwoWays<Seen>> {
  const [port = 0] = await freePorts(1)
  const original = await runOnce(port, [], prepare, scenario)
  const ours = await runOnce(port, ['--require', register], prepare, scenario)
  if (original.told.length > 0) throw new Error('the original was redirected too')
  return { original: original.seen, ours: ours.seen, redirected: ours.told }
}

async function runOnce<Seen>(
  port: number,
  flags: readonly string[],
  prepare: (place: Place) => Program,
  scenario: (place: Place) => Promise<Seen>,
): Promise<{ seen: Seen; told: string[] }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-application-')))
  const place = { port, origin: `http://127.0.0.1:${port}`, folder }
  const program = prepare(place)
  const child = spawn(
    process.execPath,
    [...flags, join(here, 'node_modules', program.script), ...program.args],
    {
      cwd: folder,
      // Error pages show stacks elsewhere, which no two implementations share.
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_ENV: 'production',
        WEBAPP_REGISTER_LOG: '1',
        ...program.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output = collect(child)
  try {
    await untilReady(child, program.ready)
    const seen = await scenario(place)
    return { seen, told: redirectedPackages(output.join('')) }
  } catch (error) {
    throw new Error(`with ${flags.join(' ') || 'the original'}:\n${output.join('')}`, {
      cause: error,
    })
  } finally {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

function collect(child: ChildProcess): string[] {
  const output: string[] = []
  child.stdout?.on('data', (chunk) => output.push(String(chunk)))
  child.stderr?.on('data', (chunk) => output.push(String(chunk)))
  return output
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error('it ended before it was ready')
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    return answer !== undefined
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function redirectedPackages(output: string): string[] {
  const lines = output.matchAll(
    /^webapp\/register: \S*node_modules\/((?:@[^/]+\/)?[^/]+)\S* gets (webapp\/v\d)/gm,
  )
  return [...new Set(Array.from(lines, ([, name, dialect]) => `${name}: ${dialect}`))].sort()
}
