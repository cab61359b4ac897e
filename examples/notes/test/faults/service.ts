import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../../tools/free-ports.ts'
import { Program } from '../../../../tools/program.ts'
import { createFront, upstreamFile } from '../front.ts'
import type { RealParts } from '../real-parts.ts'

export interface ServiceOptions {
  readonly processes: number
  /** The folder of attachments, which all processes share. */
  readonly uploads?: string
  readonly env?: Readonly<Record<string, string>>
  /** Modules that Node loads before the application. */
  readonly imports?: readonly string[]
}

/** Processes of the application behind nginx, as deploy/ has them. */
export interface Service {
  /** The port of nginx for HTTPS, on 127.0.0.1. */
  readonly port: number
  /** Its port for HTTP, which leads to HTTPS. */
  readonly httpPort: number
  readonly nginx: Program
  /** The list of processes that nginx reads. */
  readonly upstreamFile: string
  /** The processes by their ports. */
  readonly processes: ReadonlyMap<number, Program>
  /** Ends all of them. */
  release(): Promise<void>
}

const application = fileURLToPath(new URL('../../', import.meta.url))

export async function startService(parts: RealParts, options: ServiceOptions): Promise<Service> {
  const folder = join(parts.folder, 'front')
  const uploads = options.uploads ?? join(parts.folder, 'uploads')
  mkdirSync(uploads, { recursive: true })
  const [http = 0, https = 0, ...ports] = await freePorts(options.processes + 2)
  const env = { ...serviceEnvironment(parts, uploads), ...options.env }
  const processes = new Map(
    ports.map((port) => [port, createProcess(port, env, options.imports)] as const),
  )
  const nginx = createFront({ folder, ports: { http, https }, upstream: ports })
  const release = async () => {
    await nginx.stop()
    await Promise.all([...processes.values()].map((process) => process.stop()))
  }
  try {
    await Promise.all([...processes.values()].map((process) => process.start()))
    await nginx.start()
  } catch (error) {
    await release()
    throw error
  }
  return {
    port: https,
    httpPort: http,
    nginx,
    upstreamFile: upstreamFile(folder),
    processes,
    release,
  }
}

/** The environment of a process in production on these parts, without limits for the load. */
export function serviceEnvironment(parts: RealParts, uploads: string): Record<string, string> {
  return {
    ...parts.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    UPLOAD_DIR: uploads,
    SESSION_SECRET: 'a secret for tests that all processes share',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    // All clients of a test have one address.
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_LOGINS: '0',
    PASSWORD_COST: '10',
    // The machine is busy with other things, too.
    MAX_DELAY_MS: '60000',
  }
}

/** One process of the application. */
export function createProcess(
  port: number,
  env: Readonly<Record<string, string>>,
  imports: readonly string[] = [],
): Program {
  return new Program({
    name: `the application on port ${port}`,
    command: process.execPath,
    args: [...['tsx', ...imports].flatMap((name) => ['--import', name]), 'src/server.ts'],
    cwd: application,
    env: { ...env, PORT: String(port) },
    isReady: () => isReady(port),
  })
}

/** Whether a process has its database, and does not close. */
export async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok === true
}
