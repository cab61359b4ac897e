import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, greet, pidsOf, start, undo, urlOf } from './support.ts'

/** Stands for the program of systemd: writes its arguments and the socket to a file. */
const STAND_IN = `#!/bin/sh
echo "$NOTIFY_SOCKET $*" >> messages
`

function hasProgram(name: string, ...args: string[]): boolean {
  return spawnSync(name, args).status === 0
}

describe.skipIf(process.platform === 'win32')('under systemd', () => {
  function createNotified() {
    const program = greet('x', undefined, "console.log('socket', process.env.NOTIFY_SOCKET)")
    const project = createProject({ 'server.js': program, 'bin/systemd-notify': STAND_IN })
    chmodSync(project.path('bin/systemd-notify'), 0o755)
    return project
  }
  const env = (folder: string) => ({
    NOTIFY_SOCKET: '/run/test/notify',
    PATH: `${folder}${delimiter}${process.env.PATH}`,
  })

  it('tells that it is ready, reloads and stops, in this order', async () => {
    const project = createNotified()
    const command = start(project, ['--workers', '2'], env(project.path('bin')))
    await urlOf(command)
    const before = process.hrtime.bigint() / 1000n
    command.child.kill('SIGHUP')
    await command.until(/: reloaded/)
    expect(await command.stop()).toBe(0)
    const begin = `/run/test/notify --pid=${command.child.pid} `
    const lines = readFileSync(project.path('messages'), 'utf8').trim().split('\n')
    expect(lines.every((line) => line.startsWith(begin))).toBe(true)
    const [ready, reloading, again, stopping, ...others] = lines.map((line) =>
      line.slice(begin.length),
    )
    expect([ready, again]).toEqual(Array(2).fill('READY=1 STATUS=2 workers'))
    const [, time = '0'] = /^RELOADING=1 MONOTONIC_USEC=(\d+)$/.exec(reloading ?? '') ?? []
    expect(BigInt(time)).toBeGreaterThanOrEqual(before)
    expect(stopping).toBe('STOPPING=1')
    expect(others).toEqual([])
    expect(command.output).toContain('socket undefined')
  })

  it('sends signs of life, as long as a worker gives one', async () => {
    const project = createNotified()
    const command = start(project, ['--workers', '1'], {
      ...env(project.path('bin')),
      WATCHDOG_USEC: '200000',
    })
    await pidsOf(await urlOf(command))
    const signs = () =>
      readFileSync(project.path('messages'), 'utf8').match(/WATCHDOG=1/g)?.length ?? 0
    await expect.poll(signs).toBeGreaterThan(3)
  })

  it('says what to do if systemd-notify is missing', async () => {
    const project = createNotified()
    const command = start(project, ['--workers', '1'], {
      NOTIFY_SOCKET: '/x',
      PATH: project.folder,
    })
    await command.until(/systemd-notify cannot run; install it, or use Type=exec in the unit/)
    await urlOf(command)
  })

  it.skipIf(!hasProgram('systemd-notify', '--version') || !hasProgram('python3', '--version'))(
    'reaches a socket by the program of systemd',
    async () => {
      const project = createProject({ 'server.js': greet('x') })
      const path = project.path('notify')
      const receiver = spawn('python3', ['-u', '-c', RECEIVER, path], { stdio: 'pipe' })
      undo.push(() => receiver.kill('SIGKILL'))
      const messages = collect(receiver)
      await messages.until(/bound/)
      const command = start(project, ['--workers', '1'], { NOTIFY_SOCKET: path })
      await messages.until(/READY=1\nSTATUS=1 worker/)
      expect(messages.text).toContain(`MAINPID=${command.child.pid}`)
      expect(await command.stop()).toBe(0)
      await messages.until(/STOPPING=1/)
    },
  )
})

/** Prints the datagrams on a Unix socket, which Node cannot receive. */
const RECEIVER = `import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print("bound")
while True: print(receiver.recv(4096).decode())
`

function collect({ stdout }: ChildProcess) {
  const collected = {
    text: '',
    async until(pattern: RegExp): Promise<void> {
      while (!pattern.test(collected.text)) {
        await new Promise((resolve) => stdout?.once('data', resolve))
      }
    },
  }
  stdout?.on('data', (chunk) => {
    collected.text += chunk
  })
  return collected
}
