import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../tools/free-ports.ts'
import { hasBrowser, launch, whySkipped } from './support/browser.ts'
import { packageOf } from './support/files.ts'
import { packAll, type Tarballs } from './support/packages.ts'
import { create, run, Started } from './support/programs.ts'
import {
  changeClient,
  type Visit,
  visitAccounts,
  visitApi,
  visitClient,
  visitFull,
  visitSite,
} from './support/visits.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-webapp-')))
let tarballs: Tarballs
let browser: Browser | undefined

beforeAll(async () => {
  tarballs = packAll(folder)
  if (hasBrowser) browser = await launch()
})
afterAll(async () => {
  Started.killAll()
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Case {
  readonly template: string
  readonly path: string
  readonly text: string
  /** A route that the command line shows. */
  readonly route: string
  readonly visit?: Visit
}

const ALL: readonly Case[] = [
  { template: 'api', path: '/api/notes', text: '[]', route: 'POST /notes', visit: visitApi },
  {
    template: 'site',
    path: '/hello?name=Ada',
    text: 'Hello, Ada!',
    route: 'GET /hello',
    visit: visitSite,
  },
  {
    template: 'full',
    path: '/openapi.json',
    text: '"/api/notes/{id}"',
    route: 'POST /notes',
    visit: visitFull,
  },
  {
    template: 'accounts',
    path: '/signup',
    text: 'At least 8 characters',
    route: 'POST /notes/:id/delete',
    visit: visitAccounts,
  },
  { template: 'vite', path: '/api/notes', text: '[]', route: 'POST /notes', visit: visitClient },
]

/** The others are made of parts of these; each takes an installation, so they run each night. */
const FIRST = ['api', 'accounts', 'vite']
const CASES = ALL.filter(({ template }) => process.env.TESTS === 'all' || FIRST.includes(template))
const IN_JAVASCRIPT = CASES.filter(({ template }) => ['api', 'site', 'full'].includes(template))

describe.each(CASES)('the template $template in TypeScript', (choice) => {
  const { template, path, text, route, visit } = choice
  const project = join(folder, template)

  it('is installed from the tarballs, and passes its tests', () => {
    const { webapp, cli } = tarballs
    const options = ['--template', template, '--webapp', webapp, '--cli', cli, '--yes']
    const created = create(folder, template, ...options)
    expect(created.output).toContain('npm run dev')
    // npm asks about install scripts: none is needed here.
    expect(created.output).not.toContain('allowScripts')
    expect(created.status).toBe(0)
    expectTestsToPass(project)
    expect(run('npm', ['run', 'build'], project).status).toBe(0)
  })

  it('shows its routes and its document on the command line', () => {
    // The first start creates the database, which takes long on a busy machine.
    const routes = run('npx', ['webapp', 'routes', '--wait', '300000'], project)
    expect(routes.output).toContain(`${route}  `)
    expect(routes.output).toContain('  src/')
    expect(routes.output).not.toContain('may be missing')
    const document = run('npx', ['webapp', 'openapi', '--out', 'openapi.json'], project)
    expect(document.output).toMatch(/^Wrote openapi.json, [1-9]/m)
    expect(document.status).toBe(0)
  })

  it('starts, shows a page at its address, and ends gracefully', async () => {
    const [started, origin] = await start(project)
    await expectPages(origin, path, text)
    expect(await started.end()).toBe(0)
  })

  it.skipIf(!hasBrowser || visit === undefined)(`works in a browser${whySkipped}`, async () => {
    const [started, origin] = await start(project)
    if (browser !== undefined) await visit?.(browser, origin)
    await started.end()
  })

  it('runs in development', async () => {
    const [port = 0] = await freePorts(1)
    const dev = npm(project, ['run', 'dev'], port)
    await dev.wrote(/webapp dev: listening on/)
    await expectPages(`http://localhost:${port}`, path, text)
    if (template === 'vite' && browser !== undefined) {
      await changeClient(browser, `http://localhost:${port}`, project)
    }
    await dev.endGroup()
  })
})

describe.each(IN_JAVASCRIPT)('the template $template in JavaScript', ({ template, path, text }) => {
  it('passes its tests, starts, and ends gracefully', async () => {
    const name = `${template}-js`
    const options = ['--template', template, '--no-typescript', '--webapp', tarballs.webapp]
    expect(create(folder, name, ...options).status).toBe(0)
    const project = join(folder, name)
    expectTestsToPass(project)
    const [started, origin] = await start(project)
    await expectPages(origin, path, text)
    expect(await started.end()).toBe(0)
  })
})

describe('a project', () => {
  it('is created by the packed create-webapp, with the tarballs in it', async () => {
    const args = ['--yes', '--package', tarballs.creator, 'create-webapp']
    const created = run('npx', [...args, 'from-tarball', '--no-install'], folder)
    expect(created.output).toContain('Created from-tarball (api, TypeScript)')
    const { dependencies, devDependencies } = packageOf(join(folder, 'from-tarball'))
    expect(dependencies.webapp).toMatch(/^file:vendor\/webapp-\d.*\.tgz$/)
    expect(devDependencies?.['@webapp/cli']).toMatch(/^file:vendor\/webapp-cli-\d.*\.tgz$/)
  })

  it('starts with npm start', async () => {
    const [port = 0] = await freePorts(1)
    const started = npm(join(folder, 'api'), ['start'], port)
    await started.wrote(/Listening on/)
    expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200)
    await started.endGroup()
  })

  it('runs in development without the command line', async () => {
    const [port = 0] = await freePorts(1)
    const dev = npm(join(folder, 'api-js'), ['run', 'dev'], port)
    await dev.wrote(/Listening on/)
    expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
    await dev.endGroup()
  })

  it.each(['api', 'accounts', 'vite'])(
    'names the reason when the port is in use: %s',
    async (template) => {
      const other = createServer().listen(0)
      const { port } = other.address() as AddressInfo
      const started = spawnStart(join(folder, template), port)
      await started.wrote(new RegExp(`Cannot listen on port ${port}`))
      expect(await started.ended()).toBe(1)
      other.close()
    },
  )

  it('with accounts keeps its data and sessions over a restart', async () => {
    const project = join(folder, 'accounts')
    const [first, before] = await start(project)
    const fields = { name: `Grace${process.pid}`, password: 'correct horse' }
    const signedUp = await fetch(`${before}/signup`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    const [cookie = ''] = signedUp.headers.getSetCookie()
    await first.end()
    const [second, after] = await start(project)
    const page = await fetch(`${after}/notes`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
    expect(await page.text()).toContain(fields.name)
    await second.end()
  })
})

function expectTestsToPass(project: string): void {
  const tests = run('npm', ['test'], project)
  expect(tests.output).toMatch(/(?:#|ℹ) fail 0/)
  expect(tests.output).not.toMatch(/(?:#|ℹ) pass 0/)
  expect(tests.status).toBe(0)
}

/** The address that is printed shows a page. */
async function expectPages(origin: string, path: string, text: string): Promise<void> {
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await (await fetch(`${origin}/health/ready`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${origin}${path}`)).text()).toContain(text)
}

/** Starts a project, and returns the address that it prints. */
async function start(project: string): Promise<[Started, string]> {
  const [port = 0] = await freePorts(1)
  const started = spawnStart(project, port)
  await started.wrote(new RegExp(`Listening on http://localhost:${port}/`))
  return [started, `http://localhost:${port}`]
}

/** What "npm start" runs: a signal to npm itself may not reach the program. */
function spawnStart(project: string, port: number): Started {
  const [, ...args] = packageOf(project).scripts.start?.split(' ') ?? []
  return new Started(process.execPath, args, { cwd: project, env: { PORT: String(port) } })
}

/** npm may end before the program does, which then still has its database open. */
function npm(project: string, args: readonly string[], port: number): Started {
  const env = { PORT: String(port), DATA_DIR: 'data-of-npm' }
  return new Started('npm', args, { cwd: project, env })
}
