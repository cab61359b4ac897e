import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const REDIS = '/usr/bin/redis-server'
const CHROMIUM = '/usr/bin/chromium'
const missing = [REDIS, CHROMIUM].filter((path) => !existsSync(path))

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const reason = missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : ''

describe.skipIf(missing.length > 0)(`the chat${reason}`, () => {
  const processes: ChildProcess[] = []
  let folder = ''
  let browser: Browser
  let addresses: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'webapp-chat-'))
    const port = await freePort()
    await start(
      REDIS,
      ['--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--dir', folder],
      /Ready to accept/,
    )
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${port}`, PORT: '0' }
    const server = fileURLToPath(new URL('server.js', import.meta.url))
    const starts = [1, 2].map(() => start(process.execPath, [server], /http:\S+/, env))
    addresses = await Promise.all(starts)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...QUIET] })
  })

  afterAll(async () => {
    await browser?.close()
    for (const each of processes.reverse()) {
      if (each.exitCode !== null || each.signalCode !== null) continue
      each.kill()
      await once(each, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a process, and waits for what it says when it is ready. */
  async function start(command: string, args: string[], ready: RegExp, env = process.env) {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    processes.push(child)
    let said = ''
    for await (const chunk of child.stdout) {
      said += chunk
      const [match] = ready.exec(said) ?? []
      if (match !== undefined) {
        child.stdout.resume()
        return match
      }
    }
    throw new Error(`${command} ended: ${said}`)
  }

  async function open(at: number, query: string, state: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(`${addresses[at]}?${query}`)
    await expect.poll(() => page.textContent('#state')).toBe(state)
    return page
  }

  const linesOf = (page: Page) => page.locator('#said li').allTextContents()

  it('carries messages between people, watchers and processes', async () => {
    const ann = await open(0, 'room=blue&name=ann', 'connected')
    const bob = await open(1, 'room=blue&name=bob', 'connected')
    const watcher = await open(1, 'room=blue&watch', 'watching')
    const other = await open(1, 'room=red&name=eve', 'connected')
    await ann.fill('#text', '<b>hello</b>')
    await ann.click('button')
    for (const page of [ann, bob, watcher]) {
      await expect.poll(() => linesOf(page)).toEqual(['ann<b>hello</b>'])
    }
    await bob.fill('#text', 'hi ann')
    await bob.press('#text', 'Enter')
    for (const page of [ann, bob, watcher]) {
      await expect.poll(() => linesOf(page)).toEqual(['ann<b>hello</b>', 'bobhi ann'])
    }
    expect(await linesOf(other)).toEqual([])
    await Promise.all([ann, bob, watcher, other].map((page) => page.close()))
  })

  it('refuses a socket in a room that the guard does not know', async () => {
    const page = await open(0, 'room=NO&name=ann', 'closed (1006)')
    await page.close()
  })

  it('says goodbye when a process ends', async () => {
    const ann = await open(0, 'room=blue&name=ann', 'connected')
    const watcher = await open(0, 'room=blue&watch', 'watching')
    const server = processes[1]
    server?.kill('SIGTERM')
    await expect.poll(() => ann.textContent('#state')).toBe('closed (1001)')
    await expect.poll(() => watcher.textContent('#state')).toBe('connecting again')
    if (server?.exitCode === null) await once(server, 'exit')
    expect(server?.exitCode).toBe(0)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
