import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fetchRuntime } from './runtimes/fetch-runtime.ts'
import { runtimes } from './runtimes/runtimes.ts'

// tsx tools/node-folder.ts 24: prints the folder of the program `node` in a major version, for PATH.
// It comes from npm if this process does not run on it.
const id = `node${process.argv[2]}`
const runtime = runtimes.find((one) => one.id === id)
if (runtime === undefined) throw new Error(`tools/runtimes/runtimes.ts has no '${id}'`)
const program = await fetchRuntime(runtime)
const { status, error } = spawnSync(program, ['--version'])
if (status !== 0) throw new Error(`${program} does not run here`, { cause: error })
console.log(dirname(program))
