import childProcess from 'node:child_process'
import { basename } from 'node:path'
import { COPY_VARIABLE, type CopySettings } from '../protocol.ts'
import { withGuards } from './node-options.ts'
import type { Reporting } from './reporting.ts'

interface SpawnOptions {
  file: string
  args?: readonly string[]
  envPairs?: string[]
}

type Spawn = (this: unknown, options: SpawnOptions) => unknown
type Run = (...args: unknown[]) => unknown

const runFile = childProcess.execFileSync as unknown as Run

/**
 * Refuses other programs, as if they were not installed. Processes of Node itself, such as the workers
 * of a cluster, start with the same guards.
 */
export function guardProcesses(settings: CopySettings, reporting: Reporting): void {
  const refuse = (file: unknown, shown: unknown = file) => {
    const isRefused = settings.refusesProcesses && file !== process.execPath && !isEsbuild(file)
    reporting.wish({ kind: 'process', target: String(shown).slice(0, 200), isRefused })
    return isRefused
  }
  const prototype = childProcess.ChildProcess.prototype as unknown as { spawn: Spawn }
  const original = prototype.spawn
  prototype.spawn = function spawn(options) {
    if (refuse(options.file, options.args?.join(' ') || options.file)) {
      return original.call(this, { ...options, file: missing(options.file) })
    }
    if (options.file !== process.execPath) return original.call(this, options)
    return original.call(this, { ...options, envPairs: guardedPairs(options.envPairs, settings) })
  }
  replaceSync('spawnSync', (file) => refuse(file))
  replaceSync('execFileSync', (file) => refuse(file))
  replaceSync('execSync', (command) => refuse(undefined, command))
}

/** The variables of a process of Node, so that it loads the guards with the same settings. */
function guardedPairs(pairs: readonly string[] = [], settings: CopySettings): string[] {
  const own = /^(?:NODE_OPTIONS|WEBAPP_SHADOW_COPY)=/
  const options = pairs.find((pair) => pair.startsWith('NODE_OPTIONS='))?.slice(13)
  return [
    ...pairs.filter((pair) => !own.test(pair)),
    `NODE_OPTIONS=${withGuards(options)}`,
    `${COPY_VARIABLE}=${JSON.stringify(settings)}`,
  ]
}

function replaceSync(
  name: 'spawnSync' | 'execFileSync' | 'execSync',
  refuse: (file: unknown) => boolean,
): void {
  const members = childProcess as unknown as Record<string, Run>
  const original = members[name] as Run
  // A command is run by a shell, so a missing command would be an exit status.
  const run = name === 'execSync' ? runFile : original
  members[name] = (...args) => {
    if (!refuse(args[0])) return original(...args)
    const [options] = args.slice(1).filter((each) => each && !Array.isArray(each)) as [object?]
    return run(missing(args[0]), [], { ...options, shell: false })
  }
}

/** What tsx starts to translate TypeScript. It reads and writes pipes alone. */
function isEsbuild(file: unknown): boolean {
  return /[\\/]node_modules[\\/](?:@esbuild[\\/][\w-]+|esbuild)[\\/](?:bin[\\/])?esbuild(?:\.exe)?$/.test(
    String(file),
  )
}

/** The path of a program that does not exist. */
function missing(file: unknown): string {
  const [name = ''] = String(file).split(' ')
  return `/refused-by-webapp-shadow/${basename(name)}`
}
