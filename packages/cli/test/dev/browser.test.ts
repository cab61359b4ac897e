import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { SAMPLE } from './sample.ts'
import { urlOf } from './support.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
    ' ',
  )

/** A folder for screenshots, for those who want to look at them. */
const { SCREENSHOTS } = process.env

if (CHROMIUM === undefined) console.log('skipped: no Chromium was found for the tests in a browser')

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  const project = new Project({ 'server.js': SAMPLE })
  const dev = new RunningCommand(['dev'], { cwd: project.folder })
  let browser: Browser
  let page: Page
  let url = ''
  let inspector = ''
  const problems: string[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ARGS })
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

  async function shoot(name: string): Promise<void> {
    if (SCREENSHOTS === undefined) return
    for (const width of [1280, 360]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}-${colorScheme}.png` })
      }
    }
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
    await shoot('request')

    await detail.getByRole('button', { name: 'Send again' }).click()
    await detail.getByText('the new request is in the list').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '/api/users' }).count()).toBe(2)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })

    await page.getByLabel('Search').fill('fails')
    await expect.poll(() => page.locator('#rows tr').count()).toBe(1)
    await page.getByRole('button', { name: '/api/fails' }).click()
    await detail.getByText('Error: async <b>failure</b>').first().waitFor()
    await shoot('failed')
    await page.keyboard.press('Escape')
    await page.getByLabel('Search').fill('')
    await page.getByLabel('Status').selectOption('2')
    await expect.poll(() => page.locator('#rows tr').count()).toBe(5)
    await page.getByLabel('Status').selectOption('')
    await expectFits()
    await shoot('list')

    await page.getByRole('tab', { name: 'Requests' }).focus()
    await page.keyboard.press('ArrowRight')
    const routes = page.getByRole('tabpanel', { name: 'Routes' })
    await routes.getByText('/v4/page/:name?').first().waitFor()
    await routes.getByText('Slowest routes').waitFor()
    await expectFits()
    await shoot('routes')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('Application at /v3').waitFor()
    await expectFits()
    await shoot('settings')
    expect(problems).toEqual([])
  })

  it('the error page is readable, and a mended program replaces it', async () => {
    await page.goto(`${url}api/fails`)
    await page.getByRole('heading', { name: 'Error' }).waitFor()
    await page.getByText('async <b>failure</b>').first().waitFor()
    await expectFits()
    await shoot('error-page')
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
    await shoot('start-error')
    project.write('server.js', SAMPLE.replaceAll('Home', 'Second home'))
    await page.getByRole('heading', { name: 'Second home' }).waitFor()
  })
})
