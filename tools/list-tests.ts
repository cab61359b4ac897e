import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// npm run list-tests > before.txt: the distinct names of all tests, sorted, to compare with `diff`
// before and after a change of the tests. The count is written to standard error.
const folder = mkdtempSync(join(tmpdir(), 'webapp-tests-'))
const file = join(folder, 'tests.json')
try {
  const { status } = spawnSync(
    'vitest',
    ['list', '--project', '!shortcuts-off', `--json=${file}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TESTS: 'all' },
    },
  )
  if (status !== 0) throw new Error('vitest list failed, its reason is above')
  const tests: { name: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  const names = [...new Set(tests.map(({ name }) => name))].sort()
  for (const name of names) console.log(name.replaceAll('\n', '⏎'))
  console.error(`${names.length} distinct names of ${tests.length} tests`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
