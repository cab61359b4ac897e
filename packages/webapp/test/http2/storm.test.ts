import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { buildProgram } from '../../../../tools/build-program.ts'

const program = new URL('../fixtures/http2-storm.ts', import.meta.url)

it('hears of no uncaught error and no warning while clients of HTTP/2 leave in all ways', async () => {
  const args = [buildProgram(program, new URL('../fixtures/', import.meta.url))]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  expect({ heard: JSON.parse(stdout), stderr }).toEqual({ heard: [], stderr: '' })
}, 60_000)
