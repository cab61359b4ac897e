import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevelopedSite, developSite } from '../develop.ts'
import { writeMarkdown } from '../pages/write-markdown.ts'
import { places } from '../places.ts'
import { executable, launch, openPage, reasonToSkip, visit } from './chromium.ts'

describe.skipIf(executable === undefined)('npm run docs in Chromium', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-docs-')))
  let site: DevelopedSite
  let browser: Browser
  let origin = ''

  beforeAll(async () => {
    cpSync(join(places.repository, 'docs'), join(folder, 'docs'), { recursive: true })
    cpSync(join(places.repository, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
    site = await developSite({ host: '127.0.0.1', port: 0 }, folder)
    origin = `http://127.0.0.1:${site.port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    rmSync(folder, { recursive: true, force: true })
    writeMarkdown(places.repository, places.markdown)
  })

  function edit(path: string, from: string, to: string): void {
    const file = join(folder, 'docs', path)
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  }

  it('shows pages, a change of a page at once, and a new page', async () => {
    const { page, takeErrors } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    await visit(page, `${origin}/learn/routing`)
    await page.locator('h1', { hasText: 'Routing' }).waitFor()
    edit('learn/routing.md', 'Routing selects the handler', 'A router selects the handler')
    await page.getByText('A router selects the handler').waitFor()
    expect(takeErrors()).toEqual([])
    writeFileSync(join(folder, 'docs/guide/tea.md'), '# Tea\n\nHow to serve tea.\n')
    // The server starts again, because the navigation has another page.
    await expect.poll(() => textOf(`${origin}/guide/index.md`)).toContain('[Tea](tea.md)')
    await expect
      .poll(async () => {
        await page.goto(`${origin}/guide/tea`).catch(() => undefined)
        return page
          .locator('h1')
          .first()
          .innerText({ timeout: 10_000 })
          .catch(() => '')
      })
      .toContain('Tea')
    await page.context().close()
  })

  it('finds a page, and sends its Markdown and the list for assistants', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    await visit(page, `${origin}/guide/uploads`)
    await page.keyboard.press('Control+k')
    await page.locator('.VPLocalSearchBox input').fill('csrf')
    await page.locator('.VPLocalSearchBox .results li', { hasText: 'Sessions' }).first().waitFor()
    await page.context().close()
    expect(await textOf(`${origin}/guide/uploads.md`)).toMatch(/^# Uploads\n/)
    expect(await textOf(`${origin}/llms.txt`)).toContain('(/guide/uploads.md)')
  })
})

/** Empty while the server starts again. */
function textOf(url: string): Promise<string> {
  return fetch(url).then(
    (response) => response.text(),
    () => '',
  )
}

it.skipIf(executable !== undefined)(`npm run docs in Chromium: ${reasonToSkip}`, (context) => {
  context.skip(reasonToSkip)
})
