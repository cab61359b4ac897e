import { existsSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLook } from '../../../../tools/check-look.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium.ts'
import { ask, askKept, askRaw } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { type Counts, listOf, readCounts } from './inspector-client.ts'
import { POLICIES } from './policies.ts'
import { SAMPLE } from './sample.ts'
import { ownPort, urlOf } from './support.ts'

if (CHROMIUM === undefined) console.log('skipped: no Chromium was found for the tests in a browser')

/** Kilobytes in memory; 0 where the system does not tell. */
function residentMemory(pid = 0): number {
  const file = `/proc/${pid}/status`
  return existsSync(file) ? Number(/VmRSS:\s*(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) : 0
}

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  const project = new Project({ 'server.js': SAMPLE })
  const dev = new RunningCommand(['dev'], { cwd: project.folder, env: ownPort() })
  let browser: Browser
  let page: Page
  let url = ''
  let inspector = ''
  const problems: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: CHROMIUM_ARGS })
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await dev.stop()
    project.remove()
  })

  /** Checks the page in two widths and two colour schemes. With SCREENSHOTS, it keeps pictures. */
  async function look(name: string): Promise<void> {
    await checkLook(page, name)
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  /** The page must not be wider than a small screen. */
  async function expectFits(): Promise<void> {
    await page.setViewportSize({ width: 360, height: 740 })
    // Strings, because the compiler of the tests has no types of a browser.
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
    expect((widths as number[])[0]).toBeLessThanOrEqual((widths as number[])[1] ?? 0)
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  /** Empties the list. Returns when the page shows that, so that no row of before is left. */
  async function clearList(): Promise<void> {
    // Before the page has the list of the server, it is empty, too.
    await ask(`${url}v3/x?earlier`)
    await page.getByRole('button', { name: '/v3/x?earlier' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No requests yet').waitFor()
  }

  /** The details of a request. They say so if newer requests took the place of its record. */
  async function openRow(): Promise<string> {
    const row = page.locator('#rows').getByRole('button', { name: '/v3/x' }).first()
    await row.waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await row.click()
    const text = await page.getByRole('article').innerText()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continue' }).click()
    return text
  }

  it('the inspector shows requests live, their details, routes and settings', async () => {
    await page.goto(inspector)
    await page.getByText('No requests yet').waitFor()
    for (const path of ['v4/page/a', 'v3/x', 'stream', 'api/fails']) await ask(url + path)
    await ask(`${url}api/users`, {
      method: 'POST',
      body: '{"name":"<img src=x>"}',
      headers: { 'content-type': 'application/json', authorization: 'Bearer s3cret' },
    })
    await page.getByRole('button', { name: '/api/users' }).click()
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.getByText('createUser').waitFor()
    await detail.getByText('saves <img src=x>').waitFor()
    expect(await detail.getByText('server.js:12:7').count()).toBe(1)
    expect(await detail.getByText('Bearer ••••••').count()).toBe(1)
    expect(await page.locator('#detail img').count()).toBe(0)
    await detail.getByRole('button', { name: 'Show secrets' }).click()
    await detail.getByText('Bearer s3cret').waitFor()
    await detail.getByRole('button', { name: 'Hide secrets' }).click()
    await expectFits()
    await look('request')

    await detail.getByRole('button', { name: 'Send again' }).click()
    await detail.getByText('the new request is in the list').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '/api/users' }).count()).toBe(2)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })

    await page.getByLabel('Search').fill('fails')
    await expect.poll(() => page.locator('#rows tr').count()).toBe(1)
    await page.getByRole('button', { name: '/api/fails' }).click()
    await detail.getByText('Error: async <b>failure</b>').first().waitFor()
    await look('failed')
    await page.keyboard.press('Escape')
    await page.getByLabel('Search').fill('')
    await page.getByLabel('Status').selectOption('2')
    await expect.poll(() => page.locator('#rows tr').count()).toBe(5)
    await page.getByLabel('Status').selectOption('')
    await expectFits()
    await look('list')

    await page.getByRole('tab', { name: 'Requests' }).focus()
    await page.keyboard.press('ArrowRight')
    const routes = page.getByRole('tabpanel', { name: 'Routes' })
    await routes.getByText('/v4/page/:name?').first().waitFor()
    await routes.getByText('Slowest routes').waitFor()
    await expectFits()
    await look('routes')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('Application at /v3').waitFor()
    await expectFits()
    await look('settings')
    expect(problems).toEqual([])
  })

  it('uploads, streams and WebSockets of a page appear', async () => {
    await page.goto(url)
    // Strings, because the compiler of the tests has no types of a browser.
    await page.evaluate(`(async () => {
      const form = new FormData()
      form.append('file', new Blob(['file content']), 'notes.txt')
      await fetch('/upload', { method: 'POST', body: form })
      await (await fetch('/stream')).text()
      window.socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/lobby')
      await new Promise((resolve) => { socket.onopen = resolve })
      socket.send('one')
      await new Promise((resolve) => { socket.onmessage = resolve })
    })()`)
    const other = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    other.setDefaultTimeout(60_000)
    await other.goto(inspector)
    await other.getByText('101 open').waitFor()
    await other.getByRole('button', { name: '/upload' }).click()
    await other.getByText('file content').waitFor()
    await other.getByRole('button', { name: '/ws/lobby' }).click()
    await other.getByRole('region', { name: 'Timeline' }).getByText('upgradeToWebSocket').waitFor()
    await other.getByText('enters lobby').waitFor()
    await page.evaluate('socket.close()')
    // In the list and in the details.
    await expect.poll(() => other.getByText('101 open').count()).toBe(0)
    await other.close()
  })

  it('the inspector stays usable under a burst, and says that it sampled', {
    timeout: 400_000,
  }, async () => {
    await page.goto(inspector)
    // If the list became empty after the pause, no new row would come until it ends.
    await clearList()
    const memory = residentMemory(dev.child.pid)
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    const total = 3000
    let sent = 0
    const burst = Promise.all(
      Array.from({ length: 50 }, async () => {
        while (sent++ < total) {
          await askKept(`${url}v3/x`, agent)
          // Bodies that are larger than their previews.
          if (sent % 40 === 0) await askKept(`${url}upload`, agent, 'x'.repeat(150_000))
        }
      }),
    ).finally(() => agent.destroy())
    // While requests arrive, a row can be opened and the filter works.
    let details: string
    do details = await openRow()
    while (details.includes('no longer kept'))
    expect(details).toContain('olderPage')
    await page.getByLabel('Search').fill('no such path')
    await expect.poll(() => page.locator('#rows tr').count()).toBe(0)
    await page.getByLabel('Search').fill('')
    await burst
    const isCounted = ({ routes }: Counts) =>
      (routes.find(({ route }) => route === '/v3/x')?.count ?? 0) >= total
    await expect.poll(async () => isCounted(await readCounts(inspector))).toBe(true)
    expect((await listOf(inspector)).length).toBeLessThanOrEqual(500)
    expect(await page.locator('#rows tr').count()).toBeLessThanOrEqual(500)
    // Requests that arrive together are handled in one second even on a busy machine.
    const together = 'GET /v3/x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(400)
    const isSampled = async () => {
      await askRaw(Number(new URL(url).port), `${together}GET / HTTP/1.0\r\n\r\n`)
      const { seen, recorded } = await readCounts(inspector)
      return recorded < seen
    }
    await expect.poll(isSampled).toBe(true)
    await expect
      .poll(async () => {
        const { seen, recorded } = await readCounts(inspector)
        const text = `Sampled: ${recorded} of ${seen} requests were recorded`
        return page.getByText(text).count()
      })
      .toBe(1)
    // 48 MB of records, and what the garbage collector has not freed yet.
    expect(residentMemory(dev.child.pid) - memory).toBeLessThan(400_000)
    await expectFits()
    // The notice stays. Hundreds of rows take long to check, and look like the few of before.
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('No requests yet').waitFor()
    await look('sampled')
  })

  it('a page that forbids the reload script does not load it, and others connect', async () => {
    const { host } = new URL(url)
    for (const [template, refusal] of POLICIES) {
      const policy = template.replaceAll('localhost:3000', host)
      const before = problems.length
      const connects = page.waitForRequest('**/.webapp-dev/events', { timeout: 0 })
      connects.catch(() => undefined)
      await page.goto(`${url}policy?${new URLSearchParams({ policy })}`)
      const script = page.locator('script[src="/.webapp-dev/reload.js"]')
      expect([policy, await script.count()]).toEqual([policy, refusal === undefined ? 1 : 0])
      if (refusal === undefined) await connects
      expect(problems.slice(before).filter((text) => text.includes('webapp-dev'))).toEqual([])
    }
  })

  it('the error page is readable, and a mended program replaces it', async () => {
    await page.goto(`${url}api/fails`)
    await page.getByRole('heading', { name: 'Error' }).waitFor()
    await page.getByText('async <b>failure</b>').first().waitFor()
    await expectFits()
    await look('error-page')
    const mended = SAMPLE.replace(
      /api\.get\('\/fails'.*/,
      "api.get('/fails', (req, res) => res.send('<h1>Mended</h1>'))",
    )
    project.write('server.js', mended)
    await page.getByRole('heading', { name: 'Mended' }).waitFor()
  })

  it('an open page follows the program, through an error and back', async () => {
    await page.goto(url)
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    project.write('server.js', 'this is not JavaScript')
    await page.getByText('The program does not start').waitFor()
    await expectFits()
    await look('start-error')
    project.write('server.js', SAMPLE.replaceAll('Home', 'Second home'))
    await page.getByRole('heading', { name: 'Second home' }).waitFor()
  })

  it('a page whose script connects when the program has ended follows it, too', async () => {
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await page.route('**/reload.js', async (route) => {
      await delivered
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Second home' }).waitFor()
    project.write('server.js', 'this is not JavaScript')
    await expect.poll(async () => (await ask(url)).text).toContain('does not start')
    deliver()
    await page.getByText('The program does not start').waitFor()
    project.write('server.js', SAMPLE)
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor()
    await page.unroute('**/reload.js')
  })
})
