// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract, problemDetails } from '../../src/contract.ts'
import { openapi, reference } from '../../src/openapi.ts'
import { hasChromium, launchChromium } from '../support/chromium.ts'
import { Bench, describeDialects } from '../support/dialects.ts'

describeDialects('reference', ['5.x', '4.x', '3.x'], (t) => {
  it('serves one page without other origins, below its mount path alone', async () => {
    t.app.use('/docs', reference('/openapi.json?a="<'))
    for (const path of ['/docs', '/docs/', '/docs?x']) {
      const { status, headers, text } = await t.request(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-/)
      expect(policy).not.toContain('unsafe')
      expect(text).toContain('data-url="/openapi.json?a=&quot;&lt;"')
      expect(text).not.toMatch(/(?:src|href)="(?!data:|\/openapi)/)
    }
    expect((await t.request('/docs/other')).status).toBe(404)
    expect((await t.request('/docs', { method: 'POST' })).status).toBe(404)
    const { etag } = (await t.request('/docs')).headers
    const again = await t.request('/docs', { headers: { 'if-none-match': etag as string } })
    expect(again.status).toBe(304)
  })

  it('names the origins that the page may reach, and refuses other URLs', async () => {
    t.app.use(reference('https://api.example.com/openapi.json', { connect: ['http://b.test/x'] }))
    const { headers } = await t.request('/')
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://api.example.com http://b.test;",
    )
    expect(() => reference('')).toThrow('takes the URL of a document')
    expect(() => reference('javascript:alert(1)')).toThrow('URLs of http and https')
  })
})

// Skipped where there is no browser: the page cannot be tried without one.
describe.skipIf(!hasChromium)('reference in a browser', () => {
  const t = new Bench('5.x')
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
    t.app.use(t.webapp.json())
    t.app.post(
      '/orgs/:org/users',
      contract({
        summary: 'Add a user <b>now</b>',
        tags: ['users'],
        security: [{ token: [] }],
        params: z.object({ org: z.coerce.number() }),
        query: z.object({ notify: z.string().optional() }),
        body: z.object({ name: z.string().min(1) }),
        responses: { 201: z.object({ org: z.number(), name: z.string() }) },
      }) as any,
      (req: any, res: any) => {
        res.status(201).set('X-Auth', req.get('authorization') ?? 'none')
        res.json({ org: req.params.org, name: req.body.name, notify: req.query.notify })
      },
    )
    t.app.get('/files/*path', (req, res) => void res.send(req.params.path.join('|')))
    const securitySchemes = { token: { type: 'http', scheme: 'bearer' } }
    const info = { title: 'Users', version: '1.0.0', description: 'People of <i>all</i> kinds' }
    t.app.get('/openapi.json', openapi(t.app, { info, securitySchemes, tags: [{ name: 'users' }] }))
    t.app.use('/docs', reference('/openapi.json'))
    t.app.use(problemDetails())
  })
  afterAll(async () => {
    await browser?.close()
    await t.close()
  })

  it('lists the operations, sends a request and shows the response', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    const origins = new Set<string>()
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    const base = `http://127.0.0.1:${await t.port()}`
    await page.goto(`${base}/docs`)
    const first = page.locator('main > details').filter({ hasText: '/orgs/{org}/users' })
    await first.waitFor()
    expect(await page.locator('nav a').allTextContents()).toEqual([
      'POST /orgs/{org}/users',
      'GET /files/{path}',
    ])
    expect(await page.title()).toBe('Users')
    expect(await first.locator('summary').first().textContent()).toContain('Add a user <b>now</b>')

    await page.getByText('Sign in', { exact: true }).click()
    await page.getByLabel('Value of token').fill('s3cret')
    await page.getByRole('link', { name: 'POST /orgs/{org}/users' }).click()
    await first.getByLabel(/^org/).fill('7')
    await first.getByLabel(/^notify/).fill('a b')
    await first.getByLabel(/^Body/).fill('{"name":"<img src=x>"}')
    await first.getByRole('button', { name: 'Send' }).click()
    await first.locator('form [role=status]').getByText('201 Created').waitFor()
    const shown = await first.locator('form [role=status] pre').first().textContent()
    expect(JSON.parse(shown ?? '')).toEqual({ org: 7, name: '<img src=x>', notify: 'a b' })
    expect(await first.locator('form [role=status]').textContent()).toContain('Bearer s3cret')
    expect(await page.locator('img').count()).toBe(0)

    // A refused request shows the issues. Its status is the only complaint of the console.
    await first.getByLabel(/^Body/).fill('{"name":""}')
    await first.getByRole('button', { name: 'Send' }).click()
    await first.locator('form [role=status]').getByText('400 Bad Request').waitFor()
    expect(await first.locator('form [role=status]').textContent()).toContain('contract.refused')

    const second = page.locator('main > details').filter({ hasText: '/files/{path}' })
    await second.locator('summary').first().click()
    await second.getByLabel(/^path/).fill('a b/c')
    await second.getByRole('button', { name: 'Send' }).click()
    await second.locator('form [role=status]').getByText('200 OK').waitFor()
    expect(await second.locator('form [role=status] pre').first().textContent()).toBe('a b|c')

    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    expect([...origins]).toEqual([base])
    await page.setViewportSize({ width: 360, height: 800 })
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(360)
    await page.close()
  })

  it('says why a document cannot be shown', async () => {
    t.app.get('/', reference('/none.json'))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${await t.port()}/`)
    expect(await page.getByRole('alert').textContent()).toContain('/none.json cannot be shown: 404')
    await page.close()
  })
})
