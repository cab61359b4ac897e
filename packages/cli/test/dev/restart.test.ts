import { describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { ask, readEvents } from '../support/client.ts'
import type { RunningCommand } from '../support/command.ts'
import type { Project } from '../support/project.ts'
import { createProject, startDev, urlOf } from './support.ts'

const LISTEN = `app.listen(process.env.OWN_PORT)`

/** A program of each kind: its main file, what it loads, and the file that it loads for a request. */
const PROGRAMS: readonly {
  readonly title: string
  readonly main: string
  readonly files: Readonly<Record<string, string>>
  readonly loaded: readonly string[]
  readonly late: string
}[] = [
  {
    title: 'CommonJS',
    main: 'server.js',
    files: {
      'server.js': `const app = require('webapp')()
        require('./lib/part.js'); require('./config.json')
        app.get('/late', (req, res) => res.json(require('./lib/late.js')))
        ${LISTEN}`,
      'lib/part.js': 'exports.a = 1',
      'lib/late.js': 'exports.a = 1',
      'config.json': '{}',
    },
    loaded: ['server.js', 'lib/part.js', 'config.json'],
    late: 'lib/late.js',
  },
  {
    title: 'ES modules',
    main: 'server.mjs',
    files: {
      'server.mjs': `import webapp from 'webapp'
        import './lib/part.mjs'
        import './lib/part.cjs'
        import config from './config.json' with { type: 'json' }
        const app = webapp()
        app.get('/late', async (req, res) => res.json(await import('./lib/late.mjs')))
        ${LISTEN}`,
      'lib/part.mjs': 'export {}',
      'lib/part.cjs': 'exports.a = 1',
      'lib/late.mjs': 'export const a = 1',
      'config.json': '{}',
    },
    loaded: ['server.mjs', 'lib/part.mjs', 'lib/part.cjs', 'config.json'],
    late: 'lib/late.mjs',
  },
  ...['module', 'commonjs'].map((type) => ({
    title: `TypeScript in a package of type ${type}`,
    main: 'src/server.ts',
    files: {
      'package.json': JSON.stringify({ type }),
      'src/server.ts': `import webapp from 'webapp'
        import { part } from './part.ts'
        const app = webapp()
        const text: string = part
        app.get('/late', async (_req, res) => { const { late } = await import('./late.ts'); res.json(late) })
        ${LISTEN}`,
      'src/part.ts': `export const part: string = 'a'`,
      'src/late.ts': `export const late: string = 'a'`,
    },
    loaded: ['src/server.ts', 'src/part.ts'],
    late: 'src/late.ts',
  })),
]

/** Files that no program above loads. */
const UNUSED: Readonly<Record<string, string>> = {
  'dist/server.js': 'throw new Error("not loaded")',
  'dist/package.json': '{ "type": "commonjs" }',
  'dist/types.d.ts': 'export {}',
  'test/part.test.js': 'throw new Error("not loaded")',
  'src/unused.ts': 'export {}',
  'data.json': '{}',
  'README.md': '# Text',
}

/** Saves a file that the program has loaded, and waits for the restart. */
async function expectRestart(dev: RunningCommand, project: Project, file: string): Promise<void> {
  const before = dev.output.length
  project.write(file, `${project.read(file)}\n`)
  const [, changed] = await dev.until(/changed (\S+); restarting/, before)
  expect(changed?.replaceAll('\\', '/')).toBe(file)
  await urlOf(dev, before)
}

const restarts = ({ output }: RunningCommand) => output.match(/; restarting/g)?.length ?? 0

describe('webapp dev starts again for what the program has loaded', () => {
  it.each(PROGRAMS)('$title', async ({ main, files, loaded, late }) => {
    const project = createProject(files, ['webapp', 'tsx'])
    const dev = startDev(project, [main])
    const url = await urlOf(dev)
    const events = `${url}.webapp-dev/events`
    for (const [name, text] of Object.entries({ ...UNUSED, [late]: files[late] ?? '' })) {
      project.write(name, `${text}\n`)
      // Pages are loaded again for the style sheet, after the decision about the file before it.
      const reload = readEvents(events, (event) => event.reload === true)
      await reload.opened
      project.write('public/style.css', `/* ${name} */`)
      await reload.last
    }
    expect(dev.output).not.toContain('restarting')
    for (const file of loaded) await expectRestart(dev, project, file)
    await ask(`${url}late`)
    await expectRestart(dev, project, late)
    expect(restarts(dev)).toBe(loaded.length + 1)
  })

  it('in a thread and in the workers of a cluster', async () => {
    const project = createProject({
      'server.js': `const cluster = require('node:cluster')
        const { Worker } = require('node:worker_threads')
        if (cluster.isPrimary) cluster.fork()
        else {
          const thread = new Worker('./thread.js')
          thread.on('message', () => require('./app.js'))
        }`,
      'thread.js': `require('node:worker_threads').parentPort.postMessage('ready'); setInterval(() => {}, 1000)`,
      'app.js': `const app = require('webapp')()\n${LISTEN}`,
    })
    const dev = startDev(project)
    await urlOf(dev)
    for (const file of ['app.js', 'thread.js']) await expectRestart(dev, project, file)
  })

  it('also if the file changed before it was loaded', async () => {
    const project = createProject({
      'server.js': `const { existsSync } = require('node:fs')
        console.log('is waiting')
        const asking = setInterval(() => {
          if (!existsSync('go')) return
          clearInterval(asking)
          const app = require('webapp')()
          app.get('/', (req, res) => res.json(require('./late.js')))
          require('./late.js')
          ${LISTEN}
        }, 20)`,
      'late.js': 'module.exports = 1',
    })
    const dev = startDev(project)
    await dev.until(/is waiting/)
    project.write('late.js', 'module.exports = 2')
    project.write('go', '')
    await dev.until(/changed late\.js; restarting/)
    expect((await ask(await urlOf(dev, dev.output.indexOf('restarting')))).text).toBe('2')
  })

  it('and for any code and the broken JSON while the program does not run', async () => {
    const [port = 0] = await freePorts(1)
    const project = createProject({
      'server.js': `const app = require('webapp')()
        require('./config.json')
        app.listen(process.env.PORT)`,
      'config.json': '{ broken',
    })
    const dev = startDev(project, ['--port', String(port)])
    await dev.until(/waiting for a change/)
    project.write('config.json', '{}')
    await dev.until(/changed config\.json; restarting/)
    await urlOf(dev)
    let before = dev.output.length
    project.write('server.js', `require('./missing.js')`)
    await dev.until(/waiting for a change/, before)
    before = dev.output.length
    project.write('missing.js', '')
    await dev.until(/changed missing\.js; restarting/, before)
  })
})
