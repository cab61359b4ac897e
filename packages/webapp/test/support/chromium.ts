import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
]

export const hasChromium = existsSync(CHROMIUM)

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS, timeout: 120_000 })
}

/** What axe-core finds in a page. A context with `bypassCSP` is needed: it is a script of the test. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(
    readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8'),
  )
  // A string, because the compiler of the tests has no types of a browser.
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.slice(0, 5).map(({ html, any }) =>
      id + ': ' + html.slice(0, 160) + ' ' + (any[0] ? any[0].message : ''))))`)
}
