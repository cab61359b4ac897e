import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../fixtures/http2-storm.ts', import.meta.url))

it('hears of no uncaught error and no warning while clients of HTTP/2 leave in all ways', async () => {
  const args = ['--import', 'tsx', program]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  expect({ heard: JSON.parse(stdout), stderr }).toEqual({ heard: [], stderr: '' })
}, 60_000)
