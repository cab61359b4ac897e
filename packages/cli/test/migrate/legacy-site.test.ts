import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import { cli, copySite, editByHand, migrateSite, root } from './legacy-site.ts'

it('examples/legacy-site moves from 3.x to 5.x, and its tests pass on both sides', () => {
  const folder = copySite()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(runTests(folder, ['express3', 'webapp/v3'])).toBe('')
  const plan = migrateSite(folder)
  expect(plan.rewritten.length).toBeGreaterThan(70)
  editByHand(folder, plan)
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
