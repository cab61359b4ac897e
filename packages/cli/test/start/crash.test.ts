import { describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { createProject, greet, isRunning, pidIn, pidsOf, start, urlOf } from './support.ts'

describe('a worker that ends', () => {
  it('by SIGKILL is replaced, and the others go on', async () => {
    const command = start(createProject({ 'server.js': greet('x') }))
    const url = await urlOf(command)
    const [victim = 0, other = 0] = await pidsOf(url)
    process.kill(victim, 'SIGKILL')
    await command.until(new RegExp(`worker ended pid=${victim} reason=SIGKILL after=\\d+ms`))
    await command.until(/worker ready pid=\d+/)
    const after = await pidsOf(url)
    expect(after).toHaveLength(2)
    expect(after).toContain(other)
    expect(after).not.toContain(victim)
  })

  it('by an exit of the program is replaced, after a pause that grows', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), ['--workers', '1'])
    const url = await urlOf(command)
    for (const pause of [undefined, 250, 500]) {
      const from = command.output.length
      await expect(ask(`${url}exit`)).rejects.toThrow()
      await command.until(/worker ready/, from)
      const text = command.output.slice(from)
      expect(text).toMatch(/worker ended pid=\d+ reason="status 7" after=\d+ms/)
      expect(/pause=(\d+)ms/.exec(text)?.[1]).toBe(pause === undefined ? undefined : String(pause))
    }
  })

  it('and cannot start again is started again and again, each time with a notice', async () => {
    const project = createProject({ 'server.js': greet('x') })
    const command = start(project, ['--workers', '1'])
    const url = await urlOf(command)
    project.write('server.js', 'process.exit(9)')
    await expect(ask(`${url}exit`)).rejects.toThrow()
    await command.until(/(a worker ended before it listened pid=\d+ reason="status 9"[\s\S]*){3}/)
    expect(command.output).toMatch(/pause=250ms[\s\S]*pause=500ms/)
    project.write('server.js', greet('back'))
    await command.until(/worker ready/)
    expect((await ask(url)).text).toContain('"back"')
  })

  it('without having accepted a connection loses none', async () => {
    const command = start(createProject({ 'server.js': greet('x') }))
    const url = await urlOf(command)
    // One worker cannot do anything any more, and the primary sends it the next connection.
    const blocked = ask(`${url}block`).catch((error) => error.code)
    const victim = await pidIn(command, /blocks (\d+)/)
    const requests = Array.from({ length: 20 }, () => ask(url))
    await Promise.any(requests)
    process.kill(victim, 'SIGKILL')
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses).toEqual(Array(20).fill(200))
    expect(await blocked).toBe('ECONNRESET')
  })

  it('because the primary was killed ends with it', async () => {
    const command = start(createProject({ 'server.js': greet('x') }))
    const pids = await pidsOf(await urlOf(command))
    command.child.kill('SIGKILL')
    expect(await command.ended).toBe('SIGKILL')
    await expect.poll(() => pids.some(isRunning)).toBe(false)
  })
})

describe('--max-memory', () => {
  const grows = `const kept = []
app.post('/grow', (req, res) => { kept.push(Buffer.alloc(150e6, 1)); res.json(process.pid) })`

  it('replaces a worker that has more', async () => {
    const project = createProject({ 'server.js': greet('x', undefined, grows) })
    const command = start(project, ['--workers', '2', '--max-memory', '200M'])
    const url = await urlOf(command)
    const before = await pidsOf(url)
    const grown = Number((await ask(`${url}grow`, { method: 'POST' })).text)
    const [, memory] = await command.until(
      new RegExp(`replacing worker pid=${grown} reason="memory (\\d+)M" pause=0ms`),
    )
    expect(Number(memory)).toBeGreaterThan(200)
    await command.until(new RegExp(`worker replaced pid=\\d+ old=${grown}`))
    await expect.poll(() => isRunning(grown)).toBe(false)
    const after = await pidsOf(url)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(1)
  })

  it('that each worker exceeds at once replaces them after a pause that grows', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), [
      ...['--workers', '1'],
      ...['--max-memory', '1M'],
    ])
    await command.until(/pause=0ms[\s\S]*pause=250ms/)
    expect((await ask(await urlOf(command))).status).toBe(200)
  })
})
