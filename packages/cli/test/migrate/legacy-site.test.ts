import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import { writeAll } from '../../src/migrate/output/write.ts'
import { positionAt } from '../../src/migrate/syntax/source-file.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const cli = join(root, 'packages/cli')

/** What a person does about the spots that are reported. */
const byHand = [
  {
    id: 'D-074',
    file: 'field-notes.js',
    from: 'res.redirect(303, String(notes.length))',
    to: 'res.redirect(303, `$' + '{req.baseUrl}/$' + '{notes.length}`)',
  },
  {
    id: 'D-074',
    file: 'field-notes.js',
    from: 'res.redirect(301, req.params.id)',
    to: 'res.redirect(301, `$' + '{req.baseUrl}/$' + '{req.params.id}`)',
  },
  {
    id: 'D-060',
    file: 'legacy-site.js',
    from: "router.delete('/api/plants/:plant', endpoints.remove, endpoints.failed)",
    to: "router.delete('/api/plants/:plant', endpoints.remove, endpoints.failed)\n  router.use('/api', endpoints.failed)",
  },
]

it('examples/legacy-site moves from 3.x to 5.x, and its tests pass on both sides', () => {
  // Inside of the package, so that it finds the packages that replace the middleware of 3.x.
  const folder = mkdtempSync(join(cli, 'test/legacy-site-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'examples/legacy-site'), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  expect(runTests(folder, ['express3', 'webapp/v3'])).toBe('')
  const { changes, reported, rewritten } = planMigration(folder, { target: '5' })
  writeAll(
    changes.map(({ file, text }) => ({ path: file.path, before: file.text, after: text })),
    folder,
  )
  expect(rewritten.length).toBeGreaterThan(70)
  for (const { id, file, from, to } of byHand) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    // Each of these lines is in the report.
    const lines = reported
      .filter((spot) => spot.id === id && spot.file.path === path)
      .map((spot) => spot.file.text.split('\n')[positionAt(spot.file.text, spot.start).line - 1])
    const name = from.replace('router.delete', 'app.del')
    expect(lines.some((line) => line?.includes(name))).toBe(true)
    writeFileSync(path, text.replace(from, to))
  }
  expect(runTests(folder, ['webapp'])).toBe('')
  expect(planMigration(folder, { target: '5' }).rewritten).toEqual([])
}, 600_000)

/** The output of the site's own tests if they fail, or nothing. */
function runTests(folder: string, frameworks: readonly string[]): string {
  const test = join(folder, 'legacy-site.test.ts')
  const text = readFileSync(test, 'utf8')
  const list = frameworks.map((name) => `'${name}'`).join(', ')
  writeFileSync(test, text.replace(/describe\.each\(\[[^\]]*\]\)/g, `describe.each([${list}])`))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      '--config',
      join(cli, 'test/migrate/legacy-site.config.ts'),
    ],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'test' } },
  )
  return status === 0 ? '' : `${stdout}\n${stderr}`
}
