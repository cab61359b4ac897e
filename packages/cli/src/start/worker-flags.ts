import { nodeArguments } from '../dev/node-arguments.ts'

/** What only `webapp dev` needs: its preload file, and stacks by source maps, which cost time. */
const DEVELOPMENT = [
  '--enable-source-maps',
  `--import=${new URL('../dev/child/preload.js', import.meta.url).href}`,
]

interface Modules {
  readonly require: readonly string[]
  readonly import: readonly string[]
}

/** Flags of Node for a worker. Read at each reload: the new code may use tsx, or another webapp. */
export function workerFlags(file: string, modules: Modules): string[] {
  const { flags } = nodeArguments(file)
  return [
    ...process.execArgv,
    `--import=${new URL('./child/preload.js', import.meta.url).href}`,
    ...modules.require.map((name) => `--require=${name}`),
    ...flags.filter((flag) => !DEVELOPMENT.includes(flag)),
    ...modules.import.map((name) => `--import=${name}`),
  ]
}
