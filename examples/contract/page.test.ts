import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUsers } from './application.js'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync']

const isMissing = !existsSync(CHROMIUM)
const reason = isMissing ? ` (skipped: there is no ${CHROMIUM})` : ''

describe.skipIf(isMissing)(`the page of the example with contracts${reason}`, () => {
  let server: Server
  let browser: Browser

  beforeAll(async () => {
    server = createUsers().listen(0, '127.0.0.1')
    await once(server, 'listening')
    browser = await chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...QUIET] })
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    server?.closeAllConnections()
  })

  it('adds and lists users with the typed client, and shows the problem of a taken name', async () => {
    const page = await browser.newPage()
    const mistakes: string[] = []
    page.on('pageerror', ({ message }) => mistakes.push(message))
    const add = async (name: string) => {
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Password').fill('correct horse')
      await page.getByRole('button', { name: 'Add' }).click()
    }
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await add('Ada <b>')
    await page.getByRole('listitem').getByText('Ada <b>', { exact: true }).waitFor()
    await add('Ada <b>')
    await page.getByRole('alert').getByText('The name is taken').waitFor()
    await add('Grace')
    await page.getByRole('listitem').getByText('Grace').waitFor()
    expect(await page.getByRole('listitem').count()).toBe(2)
    expect(await page.getByRole('alert').textContent()).toBe('')
    expect(mistakes).toEqual([])
  })
})
