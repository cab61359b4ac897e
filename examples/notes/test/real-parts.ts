import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../../../tools/free-ports.ts'
import { nginxFile } from '../../../tools/nginx.ts'
import { findProgram, Program } from '../../../tools/program.ts'

/** PostgreSQL and Redis on loopback, with their data in a temporary folder. */
export interface RealParts {
  readonly folder: string
  /** Stop it with SIGINT (fast shutdown) or with SIGQUIT (as after a crash: it replays its log). */
  readonly postgres: Program
  readonly redis: Program
  /** What the application needs to use them. */
  readonly env: { readonly DATABASE_URL: string; readonly REDIS_URL: string }
  /** Ends them and removes the folder. */
  release(): Promise<void>
}

const postgresFolders = debianFolders('/usr/lib/postgresql')
const files = {
  postgres: findProgram('postgres', postgresFolders),
  initdb: findProgram('initdb', postgresFolders),
  pg_isready: findProgram('pg_isready', postgresFolders),
  'redis-server': findProgram('redis-server'),
  nginx: nginxFile,
}

/** Why tests on real parts cannot run here: the programs that are missing. Empty if they can. */
export function missingPrograms(needed = Object.keys(files) as (keyof typeof files)[]): string {
  const missing = needed.filter((name) => files[name] === undefined)
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  if (needed.includes('postgres') && isRoot() && !unprivileged()) {
    return 'PostgreSQL refuses to run as root, and there is no user postgres or nobody'
  }
  return ''
}

export async function startRealParts(): Promise<RealParts> {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-notes-'))
  // PostgreSQL runs as another user, and its folder is below this one.
  chmodSync(folder, 0o711)
  const [postgresPort = 0, redisPort = 0] = await freePorts(2)
  const postgres = createPostgres(join(folder, 'postgres'), postgresPort)
  const redis = createRedis(join(folder, 'redis'), redisPort)
  const release = async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await Promise.all([postgres.start(), redis.start()])
  } catch (error) {
    await release()
    throw error
  }
  const env = {
    DATABASE_URL: `postgres://notes@127.0.0.1:${postgresPort}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  }
  return { folder, postgres, redis, env, release }
}

function createPostgres(folder: string, port: number): Program {
  const user = isRoot() ? unprivileged() : undefined
  mkdirSync(folder, { mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  const setUp = [
    '-D',
    folder,
    '-U',
    'notes',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ]
  execFileSync(files.initdb ?? 'initdb', setUp, { ...user, cwd: folder, stdio: 'pipe' })
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    // The data of a test need not survive a crash of the machine, only those of the server.
    fsync: 'off',
  }
  return new Program({
    name: 'PostgreSQL',
    command: files.postgres ?? 'postgres',
    args: [
      ...['-D', folder, '-p', String(port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: folder,
    user,
    stopSignal: 'SIGINT',
    isReady: () => succeeds(files.pg_isready ?? 'pg_isready', ['-h', '127.0.0.1', '-p', `${port}`]),
  })
}

function createRedis(folder: string, port: number): Program {
  mkdirSync(folder)
  return new Program({
    name: 'Redis',
    command: files['redis-server'] ?? 'redis-server',
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', folder],
      // Each application of a test has a database of its own.
      ...['--databases', '1000'],
      // Sessions survive a restart.
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
    ],
    isReady: () => pongs(port),
  })
}

/** Redis also accepts connections while it loads its data; then it does not respond with PONG. */
function pongs(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (reply) => end(String(reply) === '+PONG\r\n'))
    socket.once('error', () => end(false)).once('close', () => end(false))
  })
}

function succeeds(file: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, args, (error) => resolve(error === null))
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** A user that may run PostgreSQL. */
function unprivileged(): { uid: number; gid: number } | undefined {
  for (const name of ['postgres', 'nobody']) {
    const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(readText('/etc/passwd'))
    if (line) return { uid: Number(line[1]), gid: Number(line[2]) }
  }
  return undefined
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Debian keeps the programs of each version in a folder of its own; the newest first. */
function debianFolders(parent: string): string[] {
  try {
    const versions = readdirSync(parent).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(parent, version, 'bin'))
  } catch {
    return []
  }
}
