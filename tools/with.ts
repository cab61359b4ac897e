import { spawnSync } from 'node:child_process'
import { separateVariables } from './variables.ts'

// tsx tools/with.ts NAME=value … command …: for npm scripts, because the shell of Windows has no
// `NAME=value command`. npm has put the programs of packages into PATH.
const { variables, command } = separateVariables(process.argv.slice(2))
const { status } = spawnSync(command.join(' '), {
  env: { ...process.env, ...variables },
  stdio: 'inherit',
  shell: true,
})
process.exitCode = status ?? 1
