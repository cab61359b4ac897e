import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'

// The programs of docs/guide/vite.md, as their reader starts them.
const here = fileURLToPath(new URL('.', import.meta.url))
const vite = join(
  dirname(createRequire(import.meta.url).resolve('vite/package.json')),
  'bin/vite.js',
)

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]

let folder: string
let browser: Browser | undefined
let child: ChildProcess | undefined

beforeAll(async () => {
  // Inside of this folder, so that the programs find their packages.
  folder = mkdtempSync(join(here, '.site-'))
  cpSync(join(here, 'vite'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  if (existsSync(CHROMIUM)) {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: 120_000 })
  }
})

afterAll(async () => {
  await browser?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

afterEach(async () => {
  const started = child
  child = undefined
  if (started === undefined || started.exitCode !== null) return
  started.kill()
  await once(started, 'exit')
})

/** Starts the server; returns its origin. */
async function start(mode: string): Promise<string> {
  const env = { ...process.env, NODE_ENV: mode, PORT: '0' }
  child = spawn(process.execPath, ['server.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (text) => {
    printed += text
  })
  const origin = /http:\/\/localhost:\d+/
  await expect.poll(() => child?.exitCode !== null || origin.test(printed)).toBe(true)
  return origin.exec(printed)?.[0] ?? 'the server has ended'
}

const change = (name: string, from: string, to: string) => {
  const file = join(folder, name)
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

/** A page of the browser, with the errors that it had. */
async function open(url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (browser as Browser).newPage()
  page.setDefaultTimeout(120_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  // Browsers ask for it on their own.
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  await page.goto(url)
  return { page, errors }
}

describe('in development', () => {
  it('Vite transforms pages and modules, and its socket connects', async () => {
    const origin = await start('development')
    const page = await (await fetch(`${origin}/some/page?from=3`)).text()
    expect(page).toContain('<script type="module" src="/@vite/client"></script>')
    expect(page).toContain('<h1>Hello</h1><button>3</button>')
    const script = await (await fetch(`${origin}/src/client.js`)).text()
    expect(script).toContain('import.meta.hot = ')
    expect(await (await fetch(`${origin}/api/time`)).json()).toHaveProperty('time')

    const client = await (await fetch(`${origin}/@vite/client`)).text()
    const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
    const [message] = await once(socket, 'message')
    expect(JSON.parse(String(message))).toEqual({ type: 'connected' })
    socket.terminate()
  })

  it('an error has the lines of the source', async () => {
    const origin = await start('development')
    change(
      'src/render.js',
      'return `',
      "if (req.query.fail) throw new Error('no page')\n  return `",
    )
    const response = await fetch(`${origin}/?fail=1`)
    const text = await response.text()
    expect([response.status, text]).toEqual([500, expect.stringContaining('no page')])
    expect(text).toMatch(/src\/render\.js:\d+/)
    expect((await fetch(origin)).status).toBe(200)
  })

  it.skipIf(!existsSync(CHROMIUM))(
    `a changed module and style replace the old ones (skipped without ${CHROMIUM})`,
    async () => {
      const { page, errors } = await open(await start('development'))
      await page.click('button')
      await page.waitForFunction("document.querySelector('button').textContent === '1'")
      change('src/greeting.js', 'Hello', 'Changed')
      await page.waitForFunction("document.querySelector('h1').textContent === 'Changed'")
      change('src/style.css', '80, 160', '90, 170')
      await page.waitForFunction(
        "getComputedStyle(document.querySelector('h1')).color === 'rgb(0, 90, 170)'",
      )
      // The page was not loaded again.
      expect(await page.textContent('button')).toBe('1')
      expect(errors).toEqual([])
    },
  )
})

describe('in production', () => {
  beforeAll(async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [vite, 'build', ...args], { cwd: folder })
    await run('--outDir', 'dist/client')
    await run('--ssr', 'src/render.js', '--outDir', 'dist/server')
  })

  it('pages name the built files, which browsers keep', async () => {
    const origin = await start('production')
    const page = await (await fetch(`${origin}/some/page?from=3`)).text()
    expect(page).toMatch(/<h1>.*<\/h1><button>3<\/button>/)
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file)
    expect(files.map((file) => file?.replace(/-[\w-]{8}\./, '.'))).toEqual([
      '/assets/client.js',
      '/assets/client.css',
    ])
    for (const file of files) {
      const response = await fetch(origin + file)
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404)
    // The manifest is not for clients: this is the page for any other path.
    const manifest = await fetch(`${origin}/.vite/manifest.json`)
    expect(await manifest.text()).toMatch(/^<!doctype html>/)
  })

  it.skipIf(!existsSync(CHROMIUM))(
    `the page runs in a browser (skipped without ${CHROMIUM})`,
    async () => {
      const { page, errors } = await open(await start('production'))
      await page.click('button')
      await page.waitForFunction("document.querySelector('button').textContent === '1'")
      const color = await page.evaluate("getComputedStyle(document.querySelector('h1')).color")
      expect(color).toMatch(/^rgb\(0, [89]0, 1[67]0\)$/)
      expect(errors).toEqual([])
    },
  )

  it('tags name what several entries share', async () => {
    const sources = {
      'first.js': "import { share } from './shared.js'\nimport './own.css'\nshare('first')",
      'second.js': "import { share } from './shared.js'\nshare('second')",
      'shared.js': "import './shared.css'\nexport const share = (name) => console.log(name)",
      'own.css': 'h1 { color: red }',
      'shared.css': 'h1 { color: blue }',
    }
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
    const input = ['first.js', 'second.js'].map((name) => join(folder, name))
    const options = { outDir: 'dist/several', manifest: true, rollupOptions: { input } }
    await build({ root: folder, configFile: false, logLevel: 'silent', build: options })
    const manifest = readFileSync(join(folder, 'dist/several/.vite/manifest.json'), 'utf8')
    const { tagsOf } = await import(join(folder, 'tags.js'))
    const tags: string = tagsOf(JSON.parse(manifest), 'first.js', '/base/')
    expect(tags.replaceAll(/-[\w-]{8}\./g, '.').split(/\n */)).toEqual([
      '<script type="module" src="/base/assets/first.js"></script>',
      '<link rel="modulepreload" href="/base/assets/shared.js">',
      '<link rel="stylesheet" href="/base/assets/shared.css">',
      '<link rel="stylesheet" href="/base/assets/first.css">',
    ])
  })
})

describe('the guide', () => {
  const guide = readFileSync(new URL('../../docs/guide/vite.md', import.meta.url), 'utf8')

  it.each([
    'index.html',
    'server.js',
    'develop.js',
    'built.js',
    'tags.js',
    'vite.config.js',
    'src/render.js',
    'src/client.js',
    'src/greeting.js',
  ])('shows %s', (name) => {
    const text = readFileSync(join(here, 'vite', name), 'utf8')
    expect(guide).toContain(`\n${text}\`\`\``)
  })
})
