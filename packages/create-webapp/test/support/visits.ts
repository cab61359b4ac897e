import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkLook } from '../../../../tools/check-look.ts'
import { openPage } from './browser.ts'

/** What a person does with a started application. Throws if something does not work. */
export type Visit = (browser: Browser, origin: string) => Promise<void>

export const visitApi: Visit = async (browser, origin) => {
  const [page, problems] = await openPage(browser, origin)
  await page.goto('/')
  expect(new URL(page.url()).pathname).toMatch(/^\/docs/)
  await addNote(page)
  await checkLook(page, 'api-docs')
  expect(problems).toEqual([])
  await page.close()
}

/** Sends a request from the page that describes the API. */
async function addNote(page: Page): Promise<void> {
  const operation = page.locator('details', { hasText: 'Add a note' }).first()
  await operation.locator('summary').click()
  await operation.getByLabel('Body').fill('{"text":"milk"}')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.getByRole('status').getByText('201').waitFor()
}

export const visitSite: Visit = async (browser, origin) => {
  const [page, problems] = await openPage(browser, origin)
  await page.goto('/')
  await checkLook(page, 'site-welcome')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Greet me' }).click()
  await page.getByText('Hello, Ada!').waitFor()
  await checkLook(page, 'site-hello')
  await page.goto('/nothing')
  await page.getByText('There is nothing at /nothing.').waitFor()
  await checkLook(page, 'site-missing')
  expect(problems).toEqual([])
  await page.close()
}

/** A site and an API: the site is at the front, and the API has its page. */
export const visitFull: Visit = async (browser, origin) => {
  await visitSite(browser, origin)
  const [page, problems] = await openPage(browser, origin)
  await page.goto('/docs')
  await addNote(page)
  await checkLook(page, 'full-docs')
  expect(problems).toEqual([])
  await page.close()
}

export const visitAccounts: Visit = async (browser, origin) => {
  const [page, problems] = await openPage(browser, origin)
  await page.goto('/')
  await checkLook(page, 'accounts-welcome')
  await page.getByRole('link', { name: 'Sign up' }).last().click()
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  await checkLook(page, 'accounts-signup')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  for (const text of ['Buy milk', 'A long note about the weather of tomorrow, '.repeat(4)]) {
    await page.getByLabel('New note').fill(text)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.locator('li', { hasText: text.trim() }).waitFor()
  }
  await checkLook(page, 'accounts-notes')
  await page.getByRole('button', { name: 'Delete “Buy milk”' }).click()
  await page.locator('li', { hasText: 'Buy milk' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).last().click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await checkLook(page, 'accounts-login')
  expect(problems).toEqual([])
  await page.close()
}

export const visitClient: Visit = async (browser, origin) => {
  const [page, problems] = await openPage(browser, origin)
  await page.goto('/')
  for (const text of ['Buy milk', 'A long note about the weather of tomorrow, '.repeat(4)]) {
    await page.getByLabel('New note').fill(text)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.locator('li', { hasText: text.trim() }).waitFor()
  }
  await checkLook(page, 'vite-notes')
  await page.getByRole('button', { name: 'Delete “Buy milk”' }).click()
  await page.locator('li', { hasText: 'Buy milk' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('li', { hasText: 'A long note' }).waitFor()
  expect(problems).toEqual([])
  await page.close()
}

/** Vite shows a change of the client in the open page. */
export async function changeClient(browser: Browser, origin: string, project: string) {
  const [page] = await openPage(browser, origin)
  const connected = page.waitForEvent('console', (message) =>
    /vite\] connected/.test(message.text()),
  )
  await page.goto('/')
  await connected
  const changed = page.getByRole('heading', { name: 'Changed' })
  const file = join(project, 'client/index.html')
  const text = readFileSync(file, 'utf8').replace('<h1>Notes</h1>', '<h1>Changed</h1>')
  // Vite does not say when it watches all files, and misses a change before.
  do writeFileSync(file, text)
  while (!(await isShown(changed)))
  await page.close()
}

async function isShown(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  )
}
