import { expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import type { RunningCommand } from '../support/command.ts'
import { createProject, startDev, urlOf } from './support.ts'

/** Counts the visits of each session; `/ends` throws an exception that nothing catches. */
const program = (factory: string) => `const session = require('express-session')
const app = require('${factory}')()
app.use(session({ secret: 'always the same', resave: false, saveUninitialized: false }))
app.get('/', (req, res) => {
  req.session.visits = (req.session.visits || 0) + 1
  res.send(String(req.session.visits) + ' ' + Object.keys(req).includes('sessionStore'))
})
app.get('/ends', () => { setImmediate(() => { throw new Error('ends') }) })
app.get('/other', (req, res) => res.send('x'))
app.listen(process.env.OWN_PORT)
`

const packages = ['webapp', 'express-session'] as const

async function restart(dev: RunningCommand, change: () => void): Promise<string> {
  const before = dev.output.length
  change()
  return urlOf(dev, before)
}

it.each(['webapp', 'webapp/v4', 'webapp/v3'])(
  'webapp dev --keep-sessions keeps the sessions of %s in memory over restarts',
  async (factory) => {
    const code = program(factory)
    const project = createProject({ 'server.js': code }, [...packages])
    const dev = startDev(project, ['--keep-sessions'])
    let url = await urlOf(dev)
    const first = await ask(url)
    expect(first.text).toBe('1 true')
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const visit = async () => (await ask(url, { headers: { cookie } })).text
    expect(await visit()).toBe('2 true')
    const save = (text: string) => () => project.write('server.js', text)
    url = await restart(dev, save(`${code}// 1`))
    expect(await visit()).toBe('3 true')
    // A run without a request that uses a session passes the sessions on.
    url = await restart(dev, save(`${code}// 2`))
    url = await restart(dev, save(`${code}// 3`))
    expect(await visit()).toBe('4 true')
    ask(`${url}ends`).catch(() => undefined)
    await dev.until(/waiting for a change/)
    url = await restart(dev, save(`${code}// 4`))
    expect(await visit()).toBe('5 true')
    expect((await ask(url)).text).toBe('1 true')
  },
)

it('webapp dev without the option starts with no sessions', async () => {
  const code = program('webapp')
  const project = createProject({ 'server.js': code }, [...packages])
  const dev = startDev(project)
  const first = await ask(await urlOf(dev))
  const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const url = await restart(dev, () => project.write('server.js', `${code}// 1`))
  expect((await ask(url, { headers: { cookie } })).text).toBe('1 true')
})
