import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { places } from '../places.ts'
import { executable, launch, openPage, reasonToSkip, visit } from './chromium.ts'
import { type RunningSite, startSite } from './running-site.ts'

/** A folder for screenshots, to look at. */
const { SCREENSHOTS } = process.env
const read = (path: string) => readFileSync(join(places.repository, 'docs', path), 'utf8')

it('says about speed what its chart shows', () => {
  const chart = read('performance/headline.svg')
  const shown = new Map(
    [...chart.matchAll(/<text[^>]*>([^<]+)<\/text>\s*<rect[^>]*>\s*<text[^>]*>(\d+)<\/text>/g)].map(
      ([, name = '', cost]) => [name, Number(cost)] as const,
    ),
  )
  const [, node, express] =
    /costs ([\d.]+) of the processor time that it costs in bare Node, and ([\d.]+) of that in Express 5/.exec(
      read('index.md'),
    ) ?? []
  const own = shown.get('webapp') ?? Number.NaN
  // The chart has whole microseconds, and the sentence compares turns of the runs.
  for (const [name, said] of [
    ['bare Node', node],
    ['Express 5', express],
  ] as const) {
    const cost = shown.get(name) ?? Number.NaN
    expect(Number(said)).toBeGreaterThan((own - 0.5) / (cost + 0.5) - 0.03)
    expect(Number(said)).toBeLessThan((own + 0.5) / (cost - 0.5) + 0.03)
  }
})

it('says no other figure about speed than the one that is measured', () => {
  const text = read('index.md').replace(/<!-- figures:[\s\S]*?<!-- end of figures -->/, '')
  expect(text).not.toMatch(
    /\b(half|twice|third|quarter|times) (of|as|the|its)\b|\d+ ?%|\d+\.\d+ of/,
  )
})

describe.skipIf(executable === undefined)('the first page in Chromium', () => {
  let site: RunningSite
  let browser: Browser

  beforeAll(async () => {
    site = await startSite()
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it.each([
    ['1280-light', { width: 1280, height: 900 }, 'light'],
    ['1280-dark', { width: 1280, height: 900 }, 'dark'],
    ['390-light', { width: 390, height: 844 }, 'light'],
    ['390-dark', { width: 390, height: 844 }, 'dark'],
  ] as const)(
    'shows install early, every feature, and pictures of its theme: %s',
    async (name, viewport, colorScheme) => {
      const { page, takeErrors } = await openPage(browser, { viewport, colorScheme })
      await visit(page, `${site.address}/`)
      const headings = await page.locator('.vp-doc h2').allInnerTexts()
      const titles = headings.map((heading) => heading.replace(/\u200b/g, '').trim())
      expect(titles[0]).toBe('Install')
      const text = await page.locator('.vp-doc').innerText()
      for (const feature of [
        'contract(',
        'openapi(',
        'upgrade(',
        'events(',
        'multipart(',
        'webapp dev',
        'webapp migrate',
        'webapp start',
        'webapp/ops',
      ]) {
        expect(text).toContain(feature)
      }
      const pictures = page.locator(`.vp-doc img.only-${colorScheme}`)
      expect(await pictures.count()).toBe(2)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        await expect
          .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
          .toBeGreaterThan(1000)
        expect(await picture.getAttribute('alt')).toMatch(/\w+ \w+/)
      }
      const others = page.locator(`.vp-doc img.only-${colorScheme === 'dark' ? 'light' : 'dark'}`)
      expect(await others.evaluateAll((all) => all.some((one) => one.checkVisibility()))).toBe(
        false,
      )
      // Everything begins at the same distance from the edge.
      const starts = await page
        .locator('.vp-doc > div > :is(h1, h2, p, .cards)')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
      expect(new Set(starts).size).toBe(1)
      expect(takeErrors()).toEqual([])
      if (SCREENSHOTS)
        await page.screenshot({ path: `${SCREENSHOTS}/first-${name}.png`, fullPage: true })
      await page.context().close()
    },
  )
})

it.skipIf(executable !== undefined)(`the first page in Chromium: ${reasonToSkip}`, (context) => {
  context.skip(reasonToSkip)
})
