import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtPages, members } from './built-pages.ts'
import { executable, launch, openPage, reasonToSkip, visit } from './chromium.ts'
import { type RunningSite, startSite } from './running-site.ts'

const wide = { viewport: { width: 1280, height: 900 } }
const memberPages = [...new Set(members.map(({ page }) => page))]

describe.skipIf(executable === undefined)('the site in Chromium', () => {
  let site: RunningSite
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    site = await startSite()
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })
  beforeEach(async () => {
    page = (await openPage(browser, wide)).page
  })
  afterEach(() => page.context().close())

  const open = (path: string) => visit(page, site.address + path)

  describe('search', () => {
    // One page for all words: loading the index takes longer than a search.
    let searched: Page
    beforeAll(async () => {
      searched = (await openPage(browser, wide)).page
      await visit(searched, `${site.address}/`)
    })

    it('finds a page by words of its text', async () => {
      await searchAnew(searched, 'graceful shutdown')
      await expect
        .poll(() => results(searched))
        .toContainEqual(expect.stringContaining('/graceful-close'))
    })

    it.each(memberPages)('finds each member of %s among the first results', async (address) => {
      const missing: string[] = []
      for (const member of members.filter((one) => one.page === address)) {
        await search(searched, member.name)
        const link = `${member.page}#${member.id}`
        const isFound = await searched.waitForFunction(hasResult, link, { timeout: 60_000 }).then(
          () => true,
          () => false,
        )
        if (!isFound)
          missing.push(`${member.name}: ${(await results(searched)).slice(0, 3).join(' ')}`)
      }
      expect(missing).toEqual([])
    })

    it.each([
      ['create-webapp', '/guide/dev'],
      ['create an application', '/guide/dev'],
      ['hot reload', '/guide/dev'],
      ['inspector', '/guide/dev'],
      ['hello world', '/learn/first-application'],
      ['getting started', '/learn/first-application'],
      ['validate body', '/guide/validation'],
      ['validation', '/guide/validation'],
      ['zod', '/guide/validation'],
      ['swagger', '/guide/openapi'],
      ['openapi', '/guide/openapi'],
      ['login', '/guide/sessions'],
      ['csrf', '/guide/sessions'],
      ['session', '/guide/sessions'],
      ['jwt', '/guide/sessions'],
      ['cookie', '/guide/cookies'],
      ['upload', '/guide/uploads'],
      ['file upload', '/guide/uploads'],
      ['download', '/guide/downloads'],
      ['websocket', '/guide/websocket'],
      ['chat', '/guide/websocket'],
      ['sse', '/guide/server-sent-events'],
      ['cors', '/guide/cors'],
      ['helmet', '/guide/security-headers'],
      ['rate limit', '/guide/rate-limits'],
      ['postgres', '/guide/databases'],
      ['database', '/guide/databases'],
      ['supertest', '/guide/testing'],
      ['test', '/guide/testing'],
      ['static files', '/learn/static-files'],
      ['ejs', '/learn/templates'],
      ['error handler', '/learn/errors'],
      ['404', '/learn/errors'],
      ['read body', '/learn/requests-and-responses'],
      ['deploy', '/guide/deploying'],
      ['docker', '/guide/deploying'],
      ['lambda', '/guide/serverless'],
      ['https', '/guide/production'],
      ['trust proxy', '/guide/production'],
      ['shutdown', '/guide/graceful-close'],
      ['logging', '/guide/logging'],
      ['metrics', '/guide/monitoring'],
      ['opentelemetry', '/guide/tracing'],
      ['sentry', '/guide/tracing-packages'],
      ['migrate', '/guide/migrate'],
      ['upgrade express', '/guide/upgrade'],
      ['fastify', '/guide/from-other-frameworks'],
      ['typescript types', '/guide/typescript'],
      ['http2', '/guide/http2'],
      ['list routes', '/guide/introspection'],
    ])('%j finds %s first', async (words, address) => {
      await searchAnew(searched, words)
      const first = async () => (await results(searched))[0]?.replace(/#.*$/, '')
      await expect.poll(first).toBe(address)
    })

    it.each(['routing', 'contracts', 'websocket', 'register', 'request body', 'http2'])(
      'finds pages for users before decisions: %j',
      async (words) => {
        await searchAnew(searched, words)
        await expect.poll(async () => (await results(searched)).length).toBeGreaterThan(5)
        const found = await results(searched)
        const isForUsers = found.map((link) => !/^\/(decisions|project)\//.test(link))
        expect([found, isForUsers.lastIndexOf(true)]).toEqual([
          found,
          isForUsers.filter(Boolean).length - 1,
        ])
      },
    )

    it('says that it found nothing', async () => {
      await search(searched, NOWHERE)
      await expect
        .poll(() => searched.locator('.VPLocalSearchBox').innerText())
        .toContain('No results')
    })
  })

  describe.skipIf(members.length === 0)('the dialect switch', () => {
    const has = (dialect: string) => (page: string) =>
      members.some((one) => one.page === page && one.dialects.includes(dialect))
    const single = members.find(
      ({ dialects, page }) => !dialects.includes('5.x') && has('5.x')(page),
    )
    const common = members.find(({ dialects }) => dialects.length === 3)

    it('starts with 5.x, and hides what the dialect lacks, in the page and in the outline', async () => {
      if (single === undefined) throw new Error('no member is without 5.x')
      await open(single.page)
      const heading = page.locator(`[id="${single.id}"]`)
      expect(await checked(page)).toBe('5.x')
      await expect.poll(() => heading.isVisible()).toBe(false)
      const inOutline = page.locator(`.outline-link[href="#${single.id}"]`)
      await expect.poll(() => inOutline.isVisible()).toBe(false)
      await choose(page, 'all')
      await expect.poll(() => heading.isVisible()).toBe(true)
      await page.reload()
      await expect.poll(() => checked(page)).toBe('all')
      expect(await heading.isVisible()).toBe(true)
    })

    it('shows every section that the dialect has, and no other', async () => {
      for (const address of memberPages) {
        await open(address)
        for (const dialect of ['3.x', '4.x', '5.x']) {
          await choose(page, dialect)
          const shown = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('.dialect-section')]
              .filter((section) => section.checkVisibility())
              .map((section) => section.querySelector('h2, h3, h4')?.id),
          )
          const own = members.filter((one) => one.page === address)
          // A page about other dialects alone stays whole.
          const expected = own.filter(
            ({ dialects }) => dialects.includes(dialect) || !has(dialect)(address),
          )
          expect([dialect, shown]).toEqual([dialect, expected.map(({ id }) => id)])
        }
      }
    })

    it('shows the signatures of the dialect alone', async () => {
      await open('/reference/application')
      const shown = () =>
        page
          .locator('.dialect-signature')
          .evaluateAll((all) =>
            all
              .filter((one) => one.checkVisibility())
              .map((one) => one.getAttribute('data-dialects') ?? ''),
          )
      await choose(page, 'all')
      const all = await shown()
      expect(new Set(all).size).toBeGreaterThan(1)
      for (const dialect of ['5.x', '4.x', '3.x']) {
        await choose(page, dialect)
        const expected = all.filter((dialects) => dialects.split(' ').includes(dialect))
        await expect.poll(shown).toEqual(expected)
        expect(expected.length).toBeGreaterThan(0)
      }
    })

    it('stays while one moves through the reference, and after a reload', async () => {
      const [first = '', second = ''] = memberPages
      await open(first)
      await choose(page, '4.x')
      await page.locator(`.VPSidebar a[href="${second}"]`).click()
      await page.waitForURL(`**${second}`)
      await expect.poll(() => checked(page)).toBe('4.x')
      await page.reload()
      await expect.poll(() => checked(page)).toBe('4.x')
      expect(await page.evaluate(() => document.documentElement.dataset.dialect)).toBe('4.x')
    })

    it('still shows a section that a link leads to', async () => {
      if (single === undefined || common === undefined)
        throw new Error('the reference is too small')
      await open(common.page)
      await choose(page, '5.x')
      await open(`${single.page}#${single.id}`)
      await expect.poll(() => page.locator(`[id="${single.id}"]`).isVisible()).toBe(true)
    })

    it('is there on a narrow screen', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await open(memberPages[0] ?? '/')
      await page.locator('.dialect-switch.in-page label', { hasText: '3.x' }).click()
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset.dialect))
        .toBe('3.x')
    })
  })

  it('shows the same language in all pairs of TypeScript and JavaScript, also later', async () => {
    await open('/learn/typescript')
    const group = page.locator('.vp-code-group')
    const shown = () =>
      group.locator('.blocks > .active').evaluateAll((all) => all.map((one) => one.className))
    await expect.poll(shown).toEqual([expect.stringContaining('language-ts')])
    await group.locator('label', { hasText: 'JavaScript' }).click()
    await expect.poll(shown).toEqual([expect.stringContaining('language-js')])
    await page.reload()
    await expect.poll(shown).toEqual([expect.stringContaining('language-js')])
  })

  it('copies code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('/learn/routing')
    const block = page.locator('div[class*=language-js]').first()
    await block.hover()
    await block.locator('button.copy').click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(await block.locator('code').innerText())
  })

  it('copies commands without prompts and output', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open('/learn/first-application')
    const block = page.locator('div.language-console').first()
    const shown = await block.locator('code').innerText()
    const lines = shown.split('\n').filter((line) => line.trim() !== '')
    expect(lines.some((line) => !line.startsWith('$ '))).toBe(true)
    await block.hover()
    await block.locator('button.copy').click()
    const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(commands.join('\n'))
  })

  it('leads from page to page along the path for newcomers', async () => {
    await open('/learn/first-application')
    await page.locator('.VPDocFooter .pager-link.next').click()
    await page.waitForURL('**/learn/routing')
    await expect.poll(() => page.locator('h1').innerText()).toMatch(/^Routing/)
    await page.locator('.VPDocFooter .pager-link.prev').click()
    await page.waitForURL('**/learn/first-application')
  })

  it('keeps the dark appearance that somebody chose', async () => {
    await open('/')
    await page.locator('.VPNavBarAppearance button').click()
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
    await expect.poll(isDark).toBe(true)
    await page.reload()
    expect(await isDark()).toBe(true)
  })

  it('has a menu on a narrow screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open('/learn/routing')
    await page.locator('.VPLocalNav .menu').click()
    await page.locator('.VPSidebar a', { hasText: 'Errors' }).click()
    await page.waitForURL('**/learn/errors')
  })

  it('leads to the Markdown of a page', async () => {
    await open('/learn/routing')
    await page.locator('.markdown-link a').click()
    await page.waitForURL('**/learn/routing.md')
    expect(await page.locator('body').innerText()).toMatch(/^# Routing/)
  })

  it('explains an address that does not exist', async () => {
    await open('/no-such-page')
    await expect.poll(() => page.locator('h1').innerText()).toBe('Page not found')
  })
})

it('has sections to search in', () => {
  expect(builtPages.some(({ address }) => address.startsWith('/reference/'))).toBe(true)
})

it.skipIf(executable !== undefined)(`features in Chromium: ${reasonToSkip}`, (context) => {
  context.skip(reasonToSkip)
})

async function search(page: Page, words: string): Promise<void> {
  const input = page.locator('#localsearch-input')
  if (!(await input.isVisible())) await page.locator('.DocSearch-Button').click()
  await input.fill(words)
}

/** Searches when no results of other words are shown, which could be taken for those of these words. */
async function searchAnew(page: Page, words: string): Promise<void> {
  await search(page, NOWHERE)
  await expect.poll(async () => (await results(page)).length).toBe(0)
  await search(page, words)
}

/** A word that no page has. */
const NOWHERE = 'zzzzqqqq'

function results(page: Page): Promise<string[]> {
  return page
    .locator('.VPLocalSearchBox a.result')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

/** One of the first five results leads there. */
function hasResult(link: string): boolean {
  const links = [...document.querySelectorAll('.VPLocalSearchBox a.result')].slice(0, 5)
  return links.some((one) => one.getAttribute('href') === link)
}

async function choose(page: Page, dialect: string): Promise<void> {
  const radio = page.locator(`.dialect-switch.in-sidebar input[value="${dialect}"]`)
  // The label covers the radio button.
  await radio.check({ force: true })
}

function checked(page: Page): Promise<string | null> {
  return page.locator('.dialect-switch.in-sidebar input:checked').getAttribute('value')
}
