import { once } from 'node:events'
import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import {
  createProject,
  greet,
  isRunning,
  OpenRequest,
  ownPort,
  PROGRAMS,
  pidsOf,
  plain,
  start,
  undo,
  urlOf,
} from './support.ts'

const SHUTDOWN = 'webapp.shutdown(app)'

describe('at the end', () => {
  it.each([
    ['webapp without shutdown', 'SIGTERM', greet('x')],
    ['webapp without shutdown', 'SIGINT', greet('x')],
    ['webapp with shutdown', 'SIGTERM', greet('x', PROGRAMS.webapp, SHUTDOWN)],
    ['3.x with shutdown', 'SIGINT', greet('x', PROGRAMS['webapp/v3'], SHUTDOWN)],
    ['Node without a listener for signals', 'SIGTERM', plain('x')],
    ['Node with a listener', 'SIGINT', plain('x', "process.on('SIGTERM', () => server.close())")],
    ['Node with a listener', 'SIGTERM', plain('x', "process.on('SIGINT', () => server.close())")],
  ] as const)('requests finish: %s, %s', async (_title, signal, program) => {
    const command = start(createProject({ 'server.js': program }))
    const url = await urlOf(command)
    const pids = await pidsOf(url)
    const requests = [1, 2, 3, 4].map(() => new OpenRequest(url))
    await Promise.all(requests.map((request) => request.begun()))
    command.child.kill(signal)
    await command.until(new RegExp(`ending signal=${signal}`))
    // The port is closed when all workers have heard of the end.
    await expect.poll(() => ask(url).then(String, ({ code }) => code)).toBe('ECONNREFUSED')
    const texts = await Promise.all(requests.map((request) => request.finish()))
    for (const text of texts) expect(text).toMatch(/HTTP\/1\.1 200 OK[\s\S]*Connection: close/i)
    expect(await command.ended).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
  })

  it('a signal to the whole group, as of a terminal, lets requests finish', async () => {
    const project = createProject({ 'server.js': greet('x', PROGRAMS.webapp, SHUTDOWN) })
    const command = new RunningCommand(['start', '--workers', '2'], {
      cwd: project.folder,
      env: { OWN_PORT: ownPort() },
      detached: true,
    })
    undo.push(() => command.stop())
    const url = await urlOf(command)
    const request = new OpenRequest(url)
    await request.begun()
    process.kill(-(command.child.pid ?? 0), 'SIGINT')
    await command.until(/ending signal=SIGINT/)
    await expect.poll(() => ask(url).then(String, ({ code }) => code)).toBe('ECONNREFUSED')
    expect(await request.finish()).toContain('200 OK')
    expect(await command.ended).toBe(0)
  })

  it('a program that saves its data at SIGTERM and forgets its server is ended', async () => {
    const text = plain('x', "process.on('SIGTERM', () => console.log('saves'))")
    const command = start(createProject({ 'server.js': text }), [
      ...['--workers', '1'],
      ...['--timeout', '1s'],
    ])
    await urlOf(command)
    expect(await command.stop()).toBe(0)
    expect(command.output).toContain('saves')
    expect(command.output).not.toContain('time limit')
  })

  it('connections that remain at the time limit are closed', async () => {
    const command = start(createProject({ 'server.js': plain('x') }), [
      ...['--workers', '1'],
      ...['--timeout', '200ms'],
    ])
    const [hanging] = await once(get(`${await urlOf(command)}hang`, { agent: false }), 'response')
    hanging.on('error', () => undefined).resume()
    expect(await command.stop()).toBe(0)
    expect(command.output).toMatch(/worker reached its time limit pid=\d+ connections=1/)
  })

  it('a program that does not end is killed, and the exit status is 1', async () => {
    const text = `${greet('x')}\nprocess.on('SIGTERM', () => { for (;;); })`
    const command = start(createProject({ 'server.js': text }), [
      ...['--workers', '1'],
      ...['--timeout', '0s'],
    ])
    await urlOf(command)
    expect(await command.stop()).toBe(1)
  })

  it('a second signal ends all processes at once', async () => {
    const command = start(createProject({ 'server.js': plain('x') }))
    const url = await urlOf(command)
    const pids = await pidsOf(url)
    const [hanging] = await once(get(`${url}hang`, { agent: false }), 'response')
    hanging.on('error', () => undefined).resume()
    command.child.kill('SIGTERM')
    await command.until(/ending signal=SIGTERM/)
    command.child.kill('SIGINT')
    expect(await command.ended).toBe(130)
    await expect.poll(() => pids.filter(isRunning)).toEqual([])
  })

  it('a signal before the program listens ends it', async () => {
    const command = start(
      createProject({ 'server.js': "console.log('loads'); setInterval(() => {}, 1000)" }),
    )
    await command.until(/loads/)
    expect(await command.stop()).toBe(0)
  })

  it('the end of a worker by its own SIGTERM is a replacement, and SIGINT is for the primary', async () => {
    const command = start(createProject({ 'server.js': greet('x') }))
    const url = await urlOf(command)
    const [victim = 0] = await pidsOf(url)
    process.kill(victim, 'SIGINT')
    process.kill(victim, 'SIGTERM')
    await command.until(new RegExp(`replacing worker pid=${victim} reason="SIGTERM to the worker"`))
    await command.until(new RegExp(`worker replaced pid=\\d+ old=${victim}`))
    await expect.poll(() => isRunning(victim)).toBe(false)
    expect(await pidsOf(url)).toHaveLength(2)
  })
})
