import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import type { Report } from '../../src/shadow/report/report.ts'
import { copySite, editByHand, migrateSite, root } from '../migrate/legacy-site.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium.ts'
import { RunningCommand } from '../support/command.ts'
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

/** Runs `webapp prove` in a folder; returns its exit status, and its lines with the folder of the page. */
async function prove(folder: string, shown: string, ...args: string[]) {
  const command = new RunningCommand(['prove', '--no-cache', ...args], { cwd: folder })
  const status = await command.ended
  await command.until(/webapp prove: \d+ members/)
  return { status, lines: command.output.replaceAll(folder, shown).trimEnd().split('\n') }
}

/** The output that the page shows for a command. */
function shownFor(command: string): string[] {
  const page = readFileSync(join(root, 'docs/guide/from-express-3.md'), 'utf8')
  const [, after = ''] = page.split(`\n${command}\n\`\`\`\n\n\`\`\`\n`)
  const [block = ''] = after.split('\n```\n')
  return block.split('\n')
}

/** A line of three dots on the page stands for any lines, and dots at the end for the rest of a line. */
function expectShown(lines: readonly string[], shown: readonly string[]): void {
  const fits = (line: string, wanted: string) =>
    wanted.endsWith(' …') ? line.startsWith(wanted.slice(0, -1)) : line === wanted
  let at = lines.findIndex((line) => fits(line, shown[0] ?? ''))
  for (const [index, wanted] of shown.entries()) {
    if (wanted === '…') continue
    if (shown[index - 1] === '…') {
      at = lines.findIndex((line, place) => place >= at && fits(line, wanted))
    }
    expect(fits(lines[at] ?? '', wanted), `${wanted}\nis not in\n${lines.join('\n')}`).toBe(true)
    at++
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

  it('by prove, which names the rows that the comparison finds later', async () => {
    const project = createProject(3, { 'app.js': start('.', 'express') })
    const manifest = project.read('package.json')
    cpSync(join(root, 'examples/legacy-site'), project.folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    project.write('package.json', manifest)

    const asItIs = await prove(project.folder, '/srv/site')
    expect(asItIs.status).toBe(1)
    expectShown(asItIs.lines, shownFor('npx webapp prove'))

    const upgrade = await prove(project.folder, '/srv/site', '--to', '5')
    expect(upgrade.status).toBe(1)
    expectShown(upgrade.lines, shownFor('npx webapp prove --to 5'))
    const places = upgrade.lines.filter((line) => /^ {2}\S+\.js:\d+:\d+ {2}/.test(line))
    const written = places.filter((line) => line.includes('  webapp migrate writes '))
    expect([places.length, written.length]).toEqual([54, 41])
    expect(planMigration(project.folder, { target: '5' }).reported).toHaveLength(13)
  })

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

    // The packages in place of the middleware of Express 3 are read, too.
    const proved = await prove(migrated, '/srv/migrated')
    expect(proved.status).toBe(0)
    expectShown(proved.lines, shownFor('cd ../migrated\nnpx webapp prove'))
  }, 600_000)
})
