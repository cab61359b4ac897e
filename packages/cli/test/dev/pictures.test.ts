import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium.ts'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { ownPort, urlOf } from './support.ts'

/**
 * The pictures of the documentation. `PICTURES=write npx vitest run test/dev/pictures.test.ts` in
 * packages/cli takes them again, after a change of the error page or of the inspector.
 */
const folder = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))
const isWriting = process.env.PICTURES === 'write'
const viewport = { width: 1040, height: 700 }
const scale = 1.5

const SHOP = `import webapp, { Router } from 'webapp'

const app = webapp()
app.use(webapp.json())

const orders = Router()
orders.post('/', async function createOrder(req, res) {
  console.log('order of', req.body.customer)
  const total = await priceOf(req.body.items)
  res.status(201).json({ id: 7, total })
})
orders.get('/:id', async function showOrder(req, res) {
  const order = await findOrder(req.params.id)
  res.json({ id: order.id, total: order.total })
})
app.use('/orders', orders)
app.get('/', (req, res) => res.send('<h1>Shop</h1>'))
app.get('/products', (req, res) => res.json(['tea', 'cups']))

async function priceOf(items) {
  await new Promise((resolve) => setTimeout(resolve, 12))
  return items.length * 4.5
}

async function findOrder(id) {
  return id === '7' ? { id: 7, total: 9 } : undefined
}

app.listen(process.env.OWN_PORT)
`

describe.skipIf(CHROMIUM === undefined)('the pictures of the documentation', () => {
  const manifest = JSON.stringify({ name: 'shop', type: 'module' })
  const project = new Project({ 'app.js': SHOP, 'package.json': manifest })
  const dev = new RunningCommand(['dev', 'app.js', '--no-reload'], {
    cwd: project.folder,
    env: ownPort(),
  })
  let browser: Browser
  let url = ''
  let inspector = ''

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: CHROMIUM_ARGS })
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
    if (isWriting) mkdirSync(folder, { recursive: true })
  })
  afterAll(async () => {
    await browser?.close()
    await dev.stop()
    project.remove()
  })

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    async function picture(
      name: string,
      address: string,
      prepare: (page: Page) => Promise<readonly Locator[]>,
    ): Promise<void> {
      const context = await browser.newContext({ viewport, colorScheme, deviceScaleFactor: scale })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await page.goto(address)
      for (const shown of await prepare(page)) {
        const box = await shown.boundingBox()
        expect(box, `${shown} is not in the picture`).not.toBeNull()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
      }
      const file = join(folder, `${name}-${colorScheme}.png`)
      if (isWriting) await page.screenshot({ path: file, animations: 'disabled' })
      await context.close()
      const { width, height } = sizeOf(readFileSync(file))
      expect([width, height]).toEqual([viewport.width * scale, viewport.height * scale])
    }

    it('the error page, with the message and the failing line', () =>
      picture('error-page', `${url}orders/9`, async (page) => {
        const message = page.getByText("Cannot read properties of undefined (reading 'id')").first()
        const line = page.getByText('res.json({ id: order.id').first()
        await line.waitFor()
        return [message, line]
      }))

    it('the inspector, with the timeline of a request', async () => {
      await ask(`${url}products`)
      await ask(`${url}orders/7`)
      await ask(`${url}orders/9`)
      await ask(`${url}none`)
      await ask(`${url}orders`, {
        method: 'POST',
        body: '{"customer":"Ada","items":["tea","cups"]}',
        headers: { 'content-type': 'application/json' },
      })
      await picture('inspector', inspector, async (page) => {
        await page.getByRole('button', { name: '/orders', exact: true }).first().click()
        const handler = page.getByRole('article').getByText('createOrder').first()
        await handler.waitFor()
        return [handler, page.getByText('order of Ada').first()]
      })
    })
  })
})

/** The first chunk of a PNG has its size. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}
