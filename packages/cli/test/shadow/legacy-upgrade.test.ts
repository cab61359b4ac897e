import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/shadow/report/report.ts'
import { copySite, editByHand, migrateSite, root } from '../migrate/legacy-site.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium.ts'
import { createProject, LISTEN, Shadowed, undo } from './support.ts'

/**
 * The way of docs/guide/from-express-3.md. `PICTURES=write` takes its pictures again, with
 * `npx vitest run test/shadow/legacy-upgrade.test.ts` in packages/cli.
 */
const isWriting = process.env.PICTURES === 'write'

const start = (folder: string, framework: string) => `
const { createSite } = require('${folder}/legacy-site.js')
const app = createSite(require('${framework}'))
${LISTEN}`

const PATHS = [
  ...['/', '/?q=ANEM', '/plants/sea-holly', '/plants/foxglove', '/plants/none', '/plants/new'],
  ...['/style.css', '/notes', '/notes/1', '/notes/9', '/notes/latest', '/notes/1/index.html'],
  ...['/api/plants', '/api/plants/foxglove', '/api/plants/none', '/admin', '/admin/broken'],
  ...['/missing', '/plants/foxglove/photo', '/%E0%A4%A'],
]

async function visit(shadowed: Shadowed): Promise<void> {
  await shadowed.listening()
  for (let round = 0; round < 2; round++) {
    await shadowed.get(...PATHS)
    await shadowed.ask('/', { method: 'HEAD' })
    const authorization = `Basic ${Buffer.from('keeper:nettle').toString('base64')}`
    for (const path of ['/admin', '/admin/broken']) {
      await shadowed.ask(path, { headers: { authorization } })
    }
  }
}

/** The pictures show the report in both colour schemes. */
async function takePictures(file: string): Promise<void> {
  if (CHROMIUM === undefined) return
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
  undo.push(() => browser.close())
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: 1040, height: 700 }
    const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 1.5 })
    await page.goto(pathToFileURL(file).href)
    await page.getByText('header location').first().waitFor()
    const picture = join(root, `docs/pictures/shadow-${colorScheme}.png`)
    if (isWriting) await page.screenshot({ path: picture, animations: 'disabled' })
    const size = readFileSync(picture).subarray(16, 24)
    expect([size.readUInt32BE(0), size.readUInt32BE(4)]).toEqual([1560, 1050])
  }
}

/** Routes that are not ready, with the first differences of each. */
function notReady({ routes }: Report): [string, unknown][] {
  return routes
    .filter(({ verdict }) => verdict !== 'ready')
    .map(({ route, examples }): [string, unknown] => [route, examples[0]?.differences])
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
}

describe.skipIf(process.platform === 'win32')('examples/legacy-site leaves Express 3', () => {
  const quiet = { NO_DEPRECATION: '*', NODE_ENV: 'production' }

  it('by shadow in 3.x, migrate, and shadow of the migrated site in 5.x', async () => {
    const project = createProject(3, { 'app.js': start('./site', 'express') })
    symlinkSync(join(root, 'examples/legacy-site'), project.path('site'), 'junction')
    const compare = async (...args: string[]) => {
      const shadowed = new Shadowed(project, ['--report', 'report.html', ...args], quiet)
      await visit(shadowed)
      return shadowed.end()
    }

    // The site as it is, on Express 3 and in the dialect 3.x.
    const asItIs = await compare()
    expect(notReady(asItIs)).toEqual([])

    // Express 3 beside a copy that the command has migrated: it reported these spots.
    const migrated = copySite()
    undo.push(() => rmSync(migrated, { recursive: true, force: true }))
    const plan = migrateSite(migrated)
    writeFileSync(join(migrated, 'app.js'), start('.', 'webapp'))
    const rewritten = await compare('--copy', migrated, '--to', '5')
    const page = project.read('report.html').replaceAll(project.folder, '/srv/site')
    project.write('report.html', page.replaceAll(migrated, '/srv/migrated'))
    await takePictures(project.path('report.html'))

    // The same, after a person has decided about them.
    editByHand(migrated, plan)
    const upgraded = await compare('--copy', migrated, '--to', '5')
    expect(notReady(upgraded)).toEqual([])
    expect(notReady(rewritten).map(([route]) => route)).toEqual([
      'GET /:id(\\d+)/index.:format(html?)',
      'GET /api/plants/:plant',
    ])
    expect(upgraded.routes).toHaveLength(asItIs.routes.length)
    expect(upgraded.unseen).toEqual([])
  }, 600_000)
})
