import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { places } from '../places.ts'

// What `npm run docs -- …` starts.
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

it('serves the site on a free port of the loopback address, and ends on SIGTERM', async () => {
  const { child, output } = start(['--serve'], { PORT: '0' })
  await expect.poll(output).toContain('The documentation is at ')
  const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(output())?.[0] ?? ''
  const response = await fetch(`${address}learn/routing.md`)
  expect(await response.text()).toMatch(/^# Routing\n/)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})

it('says that the port is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  expect(await run(['--serve'], { PORT: port })).toEqual([
    1,
    `Port ${port} is in use. Choose another one: PORT=8001 npm run docs\n`,
  ])
  server.close()
})

it.each(['http', '-1', '65536', '', '80.5'])('refuses the port %j', async (port) => {
  expect(await run(['--serve'], { PORT: port })).toEqual([
    1,
    `PORT is '${port}': it must be a number from 0 to 65535\n`,
  ])
})

it('refuses an unknown option, and shows those that there are', async () => {
  const [code, output] = await run(['--port'], {})
  expect(code).toBe(1)
  expect(output).toMatch(/^Unknown option '--port'.*\n\nnpm run docs /)
})

it('refuses --build together with --serve', async () => {
  expect((await run(['--build', '--serve'], {}))[1]).toMatch(/^--build and --serve exclude/)
})

async function run(options: readonly string[], env: NodeJS.ProcessEnv): Promise<[number, string]> {
  const { child, output } = start(options, env)
  await once(child, 'close')
  return [child.exitCode ?? -1, output()]
}

function start(options: readonly string[], env: NodeJS.ProcessEnv) {
  const program = join(places.site, 'docs.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...options], {
    cwd: places.repository,
    env: { PATH: process.env.PATH, ...env },
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}
