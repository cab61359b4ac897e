import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { fetchRuntime } from '../../tools/runtimes/fetch-runtime.ts'
import { type Runtime, runtimes } from '../../tools/runtimes/runtimes.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
export const register = createRequire(import.meta.url).resolve('webapp/register')

/** The Node that all tools are tried out with. */
export const nodeOfTools = runtimes.find(({ id }) => id === 'node24') as Runtime

/** What a tool recorded of the requests of exercise.cjs. */
export interface Recorded {
  readonly transactions: readonly Transaction[]
  /** The message of each reported error, with the name of the transaction or span it belongs to. */
  readonly errors: readonly string[]
}

export interface Transaction {
  readonly name: string
  /** The names of the spans for middleware, routers and handlers. */
  readonly spans: readonly string[]
}

export interface Outcome {
  /** The status of each response. */
  readonly answers: readonly number[]
  /** Whether the handlers that asked were inside of a transaction. */
  readonly active: readonly boolean[]
  readonly recorded: Recorded
}

export type Dialect = '4.x' | '5.x'

/** How a program gets its framework: Express, Express under `webapp/register`, or `webapp` itself. */
export type Way = 'express' | 'register' | 'webapp'

export interface Run {
  readonly dialect: Dialect
  readonly way: Way
  /** Whether the program is an ES module. */
  readonly isModule?: boolean
  /** Whether the tool is loaded before `webapp/register`. */
  readonly isToolFirst?: boolean
  /** The module that starts the tool, if it is another one. */
  readonly setup?: string
}

/** A tracing tool, with the module that starts it. */
export interface Tool {
  readonly name: string
  /** The package whose version counts. */
  readonly packageName: string
  /** In the folder `tools`. */
  readonly setup: string
  /** For a program of ES modules, if that needs another one. */
  readonly moduleSetup?: string
  /** Other modules that start it, by what the table says of the program. */
  readonly others?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Reads what the tool sent to a collector or wrote to the console. */
  readonly read?: (sent: readonly string[], printed: readonly string[]) => Recorded
}

interface Printed {
  readonly answers: readonly number[]
  readonly active: readonly boolean[]
  readonly recorded: Recorded | null
}

/** A program that takes longer hangs. */
const TIMEOUT = 120_000

/** Runs exercise.cjs with a tool, in a process of its own. */
export async function runTool(tool: Tool, run: Run): Promise<Outcome> {
  const sent: string[] = []
  const collector = await startCollector(sent)
  try {
    const { port } = collector.address() as AddressInfo
    const env = {
      PATH: process.env.PATH,
      ...tool.env,
      COLLECTOR: `http://127.0.0.1:${port}`,
    }
    const lines = (await runNode(argumentsOf(tool, run), env)).split('\n').filter(Boolean)
    const { answers, active, recorded } = JSON.parse(lines.at(-1) ?? '') as Printed
    const read = recorded ?? tool.read?.(sent, lines.slice(0, -1))
    if (read === undefined) throw new Error(`${tool.name} recorded nothing`)
    return { answers, active, recorded: read }
  } finally {
    collector.close()
    collector.closeAllConnections()
  }
}

function argumentsOf(tool: Tool, { dialect, way, isModule, isToolFirst, setup }: Run): string[] {
  const at = dialect === '4.x' ? 'four' : 'five'
  const tools = `./tools/${setup ?? ((isModule && tool.moduleSetup) || tool.setup)}`
  const loaded = way === 'register' ? [register, tools] : [tools]
  if (isToolFirst) loaded.reverse()
  const script = way === 'webapp' ? 'direct' : 'app'
  const flags = loaded.flatMap((file) => ['--import', file])
  return [...flags, `${at}/${script}.${isModule ? 'mjs' : 'cjs'}`]
}

/** Runs a program in this folder; returns what it printed. */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const program = await findNode()
  const options = { cwd: folder, env, timeout: TIMEOUT, maxBuffer: 2 ** 26 }
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${args.join(' ')} failed: ${stderr || error.message}`))
      else resolve(stdout)
    })
  })
}

let program: Promise<string> | undefined

/** Newer tools need a newer Node than the one that runs the tests. */
function findNode(): Promise<string> {
  program ??= fetchRuntime(nodeOfTools)
  return program
}

/** Accepts whatever is sent to it, and keeps the bodies. */
async function startCollector(sent: string[]): Promise<Server> {
  const server = createServer(async (req, res) => {
    const body = await buffer(req)
    sent.push(String(req.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
    res.writeHead(202, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
