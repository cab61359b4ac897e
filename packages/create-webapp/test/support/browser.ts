import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

export const hasBrowser = existsSync(CHROMIUM)
/** For the names of tests that are skipped. */
export const whySkipped = hasBrowser ? '' : ` (skipped: there is no ${CHROMIUM})`

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...QUIET] })
}

/** A page that notes what went wrong in it. */
export async function openPage(browser: Browser, origin: string): Promise<[Page, string[]]> {
  const page = await browser.newPage({ baseURL: origin })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`))
  return [page, problems]
}
