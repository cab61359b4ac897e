import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, launch, whySkipped } from './support/browser.ts'
import { Client, newName, PASSWORD } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }

/** With this variable, the pages are kept as pictures in a folder. */
const { SCREENSHOTS } = process.env

let notes: TestNotes
let browser: Browser
let origin: string

describe.skipIf(!hasBrowser)(`in a browser${whySkipped}`, () => {
  beforeAll(async () => {
    notes = await openNotes()
    const server = notes.app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launch()
  })

  afterAll(async () => {
    await browser?.close()
    await notes?.close()
  })

  it.each(Object.entries(SIZES))(
    'the journey of a user works and is accessible, %s',
    async (size, viewport) => {
      const name = newName('ann')
      const page = await open({ viewport })
      await page.goto('/')
      await check(page, `${size}-1-welcome`)
      await page.locator('.hero').getByRole('link', { name: 'Sign up' }).click()
      await check(page, `${size}-2-signup`)
      await fillAccount(page, name, 'Sign up')
      await page.getByRole('heading', { name: 'Your notes' }).waitFor()

      for (const title of ['Groceries', 'Ideas for the garden', 'Meeting']) {
        await page.getByRole('link', { name: 'New note' }).click()
        await page.getByLabel('Title').fill(title)
        await page.getByLabel('Text').fill(TEXT)
        if (title === 'Groceries') await check(page, `${size}-3-new`)
        await page.getByRole('button', { name: 'Create note' }).click()
        await page.getByText('The note is saved.').waitFor()
        await page.getByRole('link', { name: 'Notes', exact: true }).first().click()
      }
      await check(page, `${size}-4-notes`)

      await page.getByRole('link', { name: 'Meeting' }).click()
      await page.getByLabel('Add a file').setInputFiles({
        name: 'minutes.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Tea was served.'),
      })
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByRole('link', { name: 'minutes.txt' }).waitFor()
      await page.getByText(`${name} (you): reading`).waitFor()
      await check(page, `${size}-5-note`)

      await page.getByRole('link', { name: 'Share' }).click()
      await page.getByLabel('Name of the user').fill('nobody-knows')
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('There is no user with this name.').waitFor()
      await check(page, `${size}-6-share`)

      await page.getByRole('link', { name: 'Search' }).click()
      await page.getByLabel('Words to find').fill('tomatoes')
      await page.locator('#titles option[value="Groceries"]').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Search' }).click()
      await page.locator('mark', { hasText: 'Tomatoes' }).first().waitFor()
      await check(page, `${size}-7-search`)
      await page.getByRole('link', { name: 'Feed' }).click()
      await page.getByText('New items appear by themselves.').waitFor()
      await check(page, `${size}-8-feed`)

      await page.getByRole('button', { name: 'Deutsch' }).click()
      await page.getByRole('heading', { name: 'Neues' }).waitFor()
      await check(page, `${size}-9-german`)
      await page.getByRole('button', { name: 'Abmelden' }).click()
      await page.locator('.hero').getByRole('link', { name: 'Anmelden' }).click()
      await check(page, `${size}-10-login`)
      await page.goto('/nothing')
      await check(page, `${size}-11-error`)
      await page.context().close()
    },
  )

  it('shows an administrator the accounts', async () => {
    const { app } = notes
    const name = newName('boss')
    await app.inject({ method: 'POST', url: '/api/v1/users', body: { name, password: PASSWORD } })
    await makeAdmin(name)
    for (const [size, viewport] of Object.entries(SIZES)) {
      const page = await open({ viewport, colorScheme: 'dark' })
      await page.goto('/login?back=/admin')
      await fillAccount(page, name, 'Log in')
      await page.getByRole('heading', { name: 'Administration' }).waitFor()
      await check(page, `${size}-12-admin-dark`)
      await page.context().close()
    }
  })

  it('shows people on the same note each other, and that it was changed', async () => {
    const [ann, ben] = [await open({}), await open({})]
    const [annName, benName] = [newName('ann'), newName('ben')]
    await signUp(ann, annName)
    await signUp(ben, benName)
    await ben.goto('/feed')
    await ben.getByText('New items appear by themselves.').waitFor()

    await ann.goto('/notes/new')
    await ann.getByLabel('Title').fill('Together')
    await ann.getByRole('button', { name: 'Create note' }).click()
    await ann.getByRole('link', { name: 'Share' }).click()
    await ann.getByLabel('Name of the user').fill(benName)
    await ann.getByLabel('read and edit').check()
    await ann.getByRole('button', { name: 'Share' }).click()
    await ann.getByRole('link', { name: 'Together' }).click()

    // The item came without a reload.
    await ben.getByRole('link', { name: 'Together' }).click()
    await ann.getByText(`${benName}: reading`).waitFor()
    await ben.getByText(`${annName}: reading`).waitFor()
    await ben.getByRole('link', { name: 'Edit' }).click()
    await ann.getByText(`${benName}: editing`).waitFor()
    await ben.getByLabel('Text').fill('Written by **Ben**')
    await ben.getByRole('button', { name: 'Save' }).click()
    await ann.getByText('The note was changed.').waitFor()
    await picture(ann, 'together')
    await ann.getByRole('link', { name: 'Load again' }).click()
    await ann.locator('strong', { hasText: 'Ben' }).waitFor()
    await ben.context().close()
    await ann.getByText(`${benName}: reading`).waitFor({ state: 'detached' })
    await ann.context().close()
  })

  it('keeps a text that is not saved when the note is deleted', async () => {
    const page = await open({})
    await signUp(page, newName('ann'))
    await page.goto('/notes/new')
    await page.getByLabel('Title').fill('Short')
    await page.getByRole('button', { name: 'Create note' }).click()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('(you): editing').waitFor()
    await page.getByLabel('Text').fill('An hour of work')
    await other.getByText('Delete note').first().click()
    await other.getByRole('button', { name: 'Delete note' }).click()
    await page.getByText('You cannot save this note any more').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('An hour of work')
    await check(page, 'gone')
    await page.context().close()
  })

  it('does not repeat the list of people to screen readers', async () => {
    const page = await open({})
    await signUp(page, newName('ann'))
    await page.clock.install()
    await page.goto('/notes/new')
    await page.getByLabel('Title').fill('Quiet')
    await page.getByRole('button', { name: 'Create note' }).click()
    await page.getByText('(you): reading').waitFor()
    await page.evaluate(`globalThis.changes = 0
      new MutationObserver(() => changes++)
        .observe(document.querySelector('[data-people]'), { childList: true })`)
    await page.clock.runFor(16_000) // A page repeats its report after 15 s.
    expect(await page.evaluate('changes')).toBe(0)
    await page.context().close()
  })

  it('adds nothing to the feed after the logout', async () => {
    const page = await open({})
    const name = newName('ann')
    await signUp(page, name)
    await page.goto('/feed')
    await page.getByText('New items appear by themselves.').waitFor()
    // The browser has lost the session. The stream is open still.
    await page.context().clearCookies()
    const asked = page.waitForResponse((response) => response.url().includes('/login'))
    const program = new Client(notes.app)
    const login = await program.api('POST', '/session', { name, password: PASSWORD })
    program.csrfToken = login.json<{ csrfToken: string }>().csrfToken
    await program.addNote('Unseen')
    await (await asked).finished()
    expect(await page.locator('[data-feed] li').count()).toBe(0)
    await page.context().close()
  })

  it.each([
    ['Pacific/Kiritimati', true, 'Jan 16, 2026, 12:30\u202fPM'],
    ['America/New_York', true, 'Jan 15, 2026, 5:30\u202fPM'],
    ['America/New_York', false, 'Jan 15, 2026, 10:30\u202fPM UTC'],
  ])(
    'shows times in the zone of the reader: %s, with scripts: %s',
    async (timezoneId, javaScriptEnabled, expected) => {
      const page = await open({ timezoneId, javaScriptEnabled })
      const name = newName('ann')
      await signUp(page, name)
      await page.goto('/notes/new')
      await page.getByLabel('Title').fill('In time')
      await page.getByRole('button', { name: 'Create note' }).click()
      await page.getByText('The note is saved.').waitFor()
      await notes.database.query(
        `UPDATE notes SET updated_at = '2026-01-15T22:30:00Z'
       FROM users WHERE users.id = owner_id AND users.name = $1`,
        [name],
      )
      for (const path of ['/notes', page.url()]) {
        await page.goto(path)
        await page.locator('time', { hasText: expected }).waitFor()
      }
      await page.context().close()
    },
  )

  it('works without JavaScript for the basics', async () => {
    const page = await open({ javaScriptEnabled: false })
    const name = newName('plain')
    await signUp(page, name)
    await page.getByRole('link', { name: 'New note' }).click()
    await page.getByLabel('Title').fill('Plain')
    await page.getByLabel('Text').fill('- one\n- two')
    await page.getByRole('button', { name: 'Create note' }).click()
    expect(await page.locator('.text li').allTextContents()).toEqual(['one', 'two'])
    await page.getByLabel('Add a file').setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a'),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: 'a.txt' }).waitFor()
    await page.getByText('Delete note').first().click()
    await page.getByRole('button', { name: 'Delete note' }).click()
    await page.getByText('You have no notes yet.').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Shared notes' }).waitFor()
    await page.context().close()
  })

  it('can be used with the keyboard alone', async () => {
    const page = await open({})
    await page.goto('/')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Sign up')
    await page.keyboard.press('Enter')
    await page.getByLabel('Name').focus()
    await page.keyboard.type(newName('keys'))
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your notes' }).waitFor()
    await page.context().close()
  })
})

const TEXT = `## To do

1. **Tomatoes**, _basil_ and \`sage\`
2. Ask [the neighbours](https://example.com/) for a ladder

> Plant in April.

\`\`\`
bed 1: tomatoes | bed 2: beans
\`\`\``

/** A new visitor. Errors of the pages and of the policy for content fail the test. */
async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', baseURL: origin, ...options })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // A page that is not found on purpose is an error for the console, too.
    if (message.type() === 'error' && !/status of (404|422)/.test(message.text()))
      problems.push(message.text())
  })
  return page
}

const problems: string[] = []

async function fillAccount(page: Page, name: string, submit: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.locator('main').getByRole('button', { name: submit }).click()
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/signup')
  await fillAccount(page, name, 'Sign up')
  await page.getByRole('heading', { name: 'Your notes' }).waitFor()
}

/** Looks for mistakes that make a page hard to use, and for a page wider than the window. */
async function check(page: Page, name: string): Promise<void> {
  await picture(page, name)
  await page.evaluate(axe.source)
  const mistakes: string = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')).join('\\n'))`)
  expect(mistakes, name).toBe('')
  const width: number = await page.evaluate('document.documentElement.scrollWidth')
  expect(width, name).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  expect(problems, name).toEqual([])
}

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true })
}

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent.trim()')
}

/** Only the first account of a database is an administrator's by itself. */
async function makeAdmin(name: string): Promise<void> {
  await notes.database.query('UPDATE users SET is_admin = true WHERE name = $1', [name])
}
