import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from '../command-line.ts'
import { installLocked } from '../install-locked.ts'

/**
 * tsx tools/checks/run.ts knip: runs a checker of this folder in the folder of the caller. They are
 * installed with their first use, because the tests do not need them.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const [name = '', ...args] = process.argv.slice(2)

installLocked(here)
const line = commandLine(join(here, 'node_modules/.bin', name), args)
const { status } = spawnSync(line.program, line.args, { stdio: 'inherit', shell: line.shell })
process.exitCode = status ?? 1
