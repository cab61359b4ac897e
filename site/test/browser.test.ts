import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtPages } from './built-pages.ts'
import { executable, launch, openPage, reasonToSkip, visit, type WatchedPage } from './chromium.ts'
import { type RunningSite, startSite } from './running-site.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const missing = '/no-such-page'
const addresses = [...builtPages.map(({ address }) => address).filter(isForThisRun), missing]
const kinds = findKinds()

describe.skipIf(executable === undefined)('every page in Chromium', () => {
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

  describe('its content', () => {
    let watched: WatchedPage
    beforeAll(async () => {
      watched = await openPage(browser, { colorScheme: 'light' })
    })

    it.each(addresses)('%s has no errors, is accessible, and fits 360 pixels', async (address) => {
      const { page, takeErrors } = watched
      await page.setViewportSize({ width: 1280, height: 900 })
      await visit(page, site.address + address)
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await findWide(page)).toEqual([])
      // Code has the same few colours on every page: the whole pages below have it.
      expect(await findViolations(page, { include: ['main'], exclude: ['pre'] })).toEqual([])
      expect(takeErrors().filter(isUnexpected)).toEqual([])
    })
  })

  describe.each([
    ['wide and light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
    ['wide and dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
    ['narrow and light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
    ['narrow and dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ] as const)('as a whole, %s', (_name, options) => {
    let watched: WatchedPage
    beforeAll(async () => {
      watched = await openPage(browser, options)
    })

    it.each(kinds)('%s is accessible, with readable contrast', async (address) => {
      const { page } = watched
      await visit(page, site.address + address)
      const classes = await page.evaluate(() => document.documentElement.classList.contains('dark'))
      expect(classes).toBe(options.colorScheme === 'dark')
      expect(await findViolations(page, { include: ['html'] })).toEqual([])
    })
  })
})

it.skipIf(executable !== undefined)(`pages in Chromium: ${reasonToSkip}`, (context) => {
  context.skip(reasonToSkip)
})

/** Records of decisions and pages of the project are plain text: those are looked at by night. */
function isForThisRun(address: string): boolean {
  return process.env.TESTS === 'all' || !/^\/(decisions|project)\/./.test(address)
}

/** The browser reports the status of the page that does not exist. */
function isUnexpected(error: string): boolean {
  return !/\b404\b/.test(error) || /assets|\.(js|css|svg)/.test(error)
}

/** The elements that make the page scroll sideways, if it does. */
function findWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `${scrollWidth} > ${clientWidth}`,
      ...wide.slice(0, 5).map((one) => one.outerHTML.slice(0, 120)),
    ]
  })
}

/** A page of each folder, the longest one: it has most kinds of content. */
function findKinds(): string[] {
  const longest = new Map<string, (typeof builtPages)[number]>()
  for (const page of builtPages) {
    const folder = page.address.split('/').length > 2 ? page.address.split('/')[1] : page.address
    const key = ['learn', 'guide', 'reference'].find((name) => name === folder) ?? 'others'
    const known = longest.get(key)
    const isLonger = known === undefined || page.html.length > known.html.length
    if (isLonger && page.html.length < 300_000) longest.set(key, page)
  }
  return ['/', missing, ...[...longest.values()].map(({ address }) => address)]
}

/** Selectors of what axe-core looks at. */
interface Part {
  readonly include: string[]
  readonly exclude?: string[]
}

async function findViolations(page: Page, context: Part): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (context) => {
    const { axe } = window as unknown as { axe: Pick<typeof import('axe-core'), 'run'> }
    const { violations } = await axe.run(context, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
  }, context)
}
