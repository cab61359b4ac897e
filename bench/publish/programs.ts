import { spawnSync } from 'node:child_process'
import { fetchRuntime } from '../../tools/runtimes/fetch-runtime.ts'
import { runtimes } from '../../tools/runtimes/runtimes.ts'
import { isInstalled } from '../load.ts'

/** The program of a major of Node and its version; npm has it. */
export async function fetchNode(major: string): Promise<{ node: string; version: string }> {
  const runtime = runtimes.find(({ id }) => id === `node${major}`)
  if (runtime === undefined) {
    const known = runtimes.filter(({ title }) => title === 'Node').map(({ id }) => id.slice(4))
    throw new RangeError(`no Node ${major}; there are ${known.join(', ')}`)
  }
  return { node: await fetchRuntime(runtime), version: `v${runtime.version}` }
}

/** Installs wrk, where that is missing and Debian's packages can be installed. */
export function requireWrk(): void {
  if (isInstalled('wrk')) return
  const isRoot = process.getuid?.() === 0
  const [program = '', ...args] = [
    ...(isRoot ? [] : ['sudo', '-n']),
    'apt-get',
    'install',
    '-y',
    'wrk',
  ]
  console.error(`wrk is missing: ${[program, ...args].join(' ')} …`)
  spawnSync(program, args, { stdio: ['ignore', 2, 2] })
  if (!isInstalled('wrk')) throw new RangeError('wrk is not installed, and apt-get could not do it')
}

/** `wrk 4.1.0`, with what Debian says about its package. */
export function describeWrk(): string {
  const { stdout } = spawnSync('wrk', ['--version'], { encoding: 'utf8' })
  return `wrk ${/^wrk (?:debian\/)?(\S+)/m.exec(stdout)?.[1] ?? ''}`.trim()
}
