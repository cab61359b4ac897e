import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderPage } from '../../src/shadow/report/page.ts'
import type { ExampleReport, Report, RouteReport } from '../../src/shadow/report/report.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium.ts'
import { Project } from '../support/project.ts'

/** A folder for screenshots, for those who want to look at them. */
const { SCREENSHOTS } = process.env

if (CHROMIUM === undefined) console.log('skipped: no Chromium was found for the tests in a browser')

const LONG = 'a-long-word-without-a-place-to-break'.repeat(8)

const example: ExampleReport = {
  request: {
    line: `GET /search?q=${LONG}`,
    headers: [
      ['Host', 'shop.example'],
      ['Cookie', `session=${LONG}`],
    ],
  },
  differences: [
    { place: 'body, at items[2].name', express: '"<b>Ada</b>"', webapp: `"${LONG}"` },
    { place: 'header etag', express: 'W/"a"', webapp: '(none)' },
  ],
  program: { status: 200, size: 12, headers: [['Content-Type', 'text/html']], body: LONG },
  express: {
    status: 200,
    size: 12,
    headers: [['ETag', 'W/"a"']],
    body: `<script>bad()</script>${LONG}`,
  },
  webapp: { failure: 'no complete response after 10000 ms' },
}

const route = (changes: Partial<RouteReport>): RouteReport => ({
  ...{
    route: 'GET /users/:id',
    verdict: 'ready',
    compared: 1200,
    equal: 1200,
    different: 0,
    lost: 0,
    firstLost: undefined,
  },
  ...{ declared: {}, changing: [], unlikeProgram: 0, firstUnlike: undefined, examples: [] },
  ...changes,
})

const report: Report = {
  ...{ program: `/srv/${LONG}/server.js`, copy: '/srv/migrated/server.js', dialect: '5' },
  ...{
    node: 'v24.0.0 linux x64',
    started: '2026-11-19T10:00:00Z',
    written: '2026-11-19T11:00:00Z',
  },
  sample: 0.01,
  requests: { received: 500_000, compared: 4990, different: 2, lost: 3, dropped: 7, waiting: 0 },
  routes: [
    route({
      route: 'GET /search',
      verdict: 'different',
      different: 2,
      examples: [example, example],
    }),
    route({
      ...{ route: 'GET /report', verdict: 'lost', compared: 0, equal: 0 },
      ...{ lost: 3, firstLost: `the copy on Express: ECONNRESET ${LONG}` },
    }),
    route({
      ...{ declared: { 'W-055': 4, 'X-Powered-By': 1200 }, changing: ['set-cookie', 'body'] },
      ...{ unlikeProgram: 12, firstUnlike: { program: 200, copies: 500 } },
    }),
  ],
  unseen: [`GET /never/${LONG}`, 'POST /orders/:order'],
  copies: [
    { name: 'express', ends: 0, lastEnd: undefined, wishes: [] },
    {
      ...{ name: 'webapp', ends: 2, lastEnd: `status 1\nError: ${LONG}` },
      wishes: [{ kind: 'connection', target: `${LONG}:5432`, isRefused: true }],
    },
  ],
}

describe.skipIf(CHROMIUM === undefined)('the page of a report, in a browser', () => {
  const project = new Project({}, [])
  const file = project.path('report.html')
  const problems: string[] = []
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    writeFileSync(file, renderPage(report))
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: CHROMIUM_ARGS })
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (/error|warning/.test(message.type())) problems.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    project.remove()
  })

  it.each([1280, 390])('fits on a screen of %i pixels, opened and closed', async (width) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(pathToFileURL(file).href)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.innerText()).toBe(
      '1 of 3 routes equal over 4,990 requests; 1 needs a look; 1 could not be compared; ' +
        '7 requests dropped; 2 routes without traffic',
    )
    await expectFits(width)
    await page.getByText('3 without a response of the copies (the copy on Express').waitFor()
    // The first example is open; its responses are not.
    expect(await page.getByText('items[2].name').first().isVisible()).toBe(true)
    const responses = page.getByText('Request and responses')
    expect(await page.getByText('no complete response').first().isVisible()).toBe(false)
    await responses.first().click()
    await page.getByText('no complete response').first().waitFor()
    await page.locator('summary').last().scrollIntoViewIfNeeded()
    await page.locator('details > summary > code').last().click()
    await responses.last().click()
    await page.getByText('no complete response').last().waitFor()
    await expectFits(width)
    if (SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${SCREENSHOTS}/shadow-${width}.png`, fullPage: true })
    }
  })

  it('shows the text of responses as text, and runs no script', async () => {
    await page.goto(pathToFileURL(file).href)
    expect(await page.locator('script, b').count()).toBe(0)
    expect(await page.getByText('<b>Ada</b>').count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })

  it('can be read in the dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const style = 'getComputedStyle(document.body)'
    const colors = (await page.evaluate(`[${style}.color, ${style}.backgroundColor]`)) as string[]
    const [text = 0, back = 0] = colors.map((color) => Number(/\d+/.exec(color)?.[0]))
    expect(text - back).toBeGreaterThan(100)
  })

  /** Names the elements that reach beyond the screen. */
  async function expectFits(width: number): Promise<void> {
    const wide = await page.evaluate(`[...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > ${width} + 0.5)
      .map((each) => each.outerHTML.slice(0, 80))`)
    expect(wide).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
})
