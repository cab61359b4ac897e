import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WIDTHS = [1280, 390]
const SCHEMES = ['light', 'dark'] as const
// Strings, because the compiler of the tests has no types of a browser.
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const DRAWN = 'new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))'

/** With this variable, the pages are kept as pictures in a folder. */
const { SCREENSHOTS } = process.env

/** Checks a page in both widths and colour schemes: it is accessible, and not wider than the window. */
export async function checkLook(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      // Controls may have the colours of the other scheme until the page is drawn again.
      await page.evaluate(DRAWN)
      await keepPicture(page, `${name}-${width}-${colorScheme}`)
      const where = `${name}, ${width}, ${colorScheme}`
      expect(await violations(page), where).toEqual([])
      expect(await page.evaluate(OVERFLOW), where).toBe(0)
    }
  }
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate('axe.run()')
  return (results as axe.AxeResults).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message)}`)}`,
  )
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
}
