import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const known = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium of this machine; nothing is downloaded. */
export const executable = known.find((path) => path !== undefined && existsSync(path))

export const reasonToSkip =
  'there is no Chromium on this machine: install the package chromium, or set CHROMIUM to its path'

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    // A busy machine starts a browser slowly.
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, of the console and of requests since the last call. */
  takeErrors(): string[]
}

export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<WatchedPage> {
  // Pages load while other programs use the processor: no wait for them is short.
  const context = await browser.newContext(options)
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  let errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  const takeErrors = () => {
    const taken = errors
    errors = []
    return taken
  }
  return { page, takeErrors }
}

/** Loads an address and waits until Vue has taken over the page. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => {
    const root = document.querySelector('#app')
    return root !== null && '__vue_app__' in root
  })
}
