import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fetchRuntime } from '../../tools/runtimes/fetch-runtime.ts'
import { runtimes } from '../../tools/runtimes/runtimes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ric = here('node_modules/aws-lambda-ric/')

/** Whether the module for buffered results was built; otherwise `rapid-client.cjs` stands in for it. */
export const hasNativeClient = existsSync(`${ric}rapid-client.node`)

/** Starts the runtime interface client of AWS on Node 24, with a handler of the folder `functions`. */
export async function startRuntime(
  api: string,
  handler: string,
  dialect: string,
): Promise<ChildProcess> {
  const node = runtimes.find(({ id }) => id === 'node24')
  if (node === undefined) throw new Error('tools/runtimes/runtimes.ts has no node24')
  const preload = hasNativeClient ? [] : ['--require', here('rapid-client.cjs')]
  return spawn(await fetchRuntime(node), [...preload, `${ric}index.mjs`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DIALECT: dialect,
      _HANDLER: handler,
      LAMBDA_TASK_ROOT: here('functions'),
      AWS_LAMBDA_RUNTIME_API: api,
      AWS_LAMBDA_FUNCTION_NAME: 'test',
      AWS_LAMBDA_FUNCTION_VERSION: '1',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_LAMBDA_LOG_GROUP_NAME: 'group',
      AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
    },
  })
}
