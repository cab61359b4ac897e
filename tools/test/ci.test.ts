import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatPage, type Results, type Run } from '../ci/page.ts'
import { type Runner, runSteps } from '../ci/run-steps.ts'
import { type Step, tiers } from '../ci/steps.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results: Results = JSON.parse(readFileSync(join(root, 'tools/ci/results.json'), 'utf8'))
const all = [...tiers.ci, ...tiers.nightly]

describe('the steps of CI', () => {
  it('have names of their own, which the file of steps can hold', () => {
    const names = all.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/)
  })

  it('set variables by `env`, because not every shell knows assignments', () => {
    for (const { command } of all) expect(command).not.toMatch(/(?:^|&& )\w+=/)
  })

  it('run every script for tests and checks of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    // Tools that a person runs with arguments, or for longer than a night.
    const apart = ['test:hardening', 'test:express', 'test:nodes', 'test:steady']
    const checks = Object.keys(scripts).filter((name) => /^(?:test|check|lint)\b/.test(name))
    const commands = all.map(({ command }) => command)
    const left = checks.filter((name) => {
      const program =
        String(scripts[name])
          .split(' && ')
          .at(-1)
          ?.replace(/^\S*=\S* /, '') ?? ''
      const isRun = (command: string) =>
        new RegExp(`npm (?:run (?:--silent )?)?${name}$`).test(command) || command.endsWith(program)
      return !commands.some((command) => isRun(command.replace(/ --only .*/, '')))
    })
    expect(left.sort()).toEqual(apart.sort())
  })

  it('are described in docs/nightly.md, with their last results', () => {
    expect(readFileSync(join(root, 'docs/nightly.md'), 'utf8')).toBe(formatPage(tiers, results))
  })

  it('take at most 25 minutes for every change', () => {
    const limits = tiers.ci.map(({ minutes, group }) => ({ minutes, group }))
    expect(limits.every(({ minutes }) => minutes <= 25)).toBe(true)
  })

  // The run that writes the first result includes this test, so it cannot need that result.
  const { ci } = results.runs
  it.skipIf(ci === undefined)('took at most 25 minutes in the run that the page shows', () => {
    expect(ci?.seconds).toBeLessThanOrEqual(25 * 60)
  })
})

describe('the page of the results', () => {
  const run: Run = {
    date: '2026-01-02',
    commit: 'abcdef01',
    node: '24.0.0',
    platform: 'linux x64',
    cores: 2,
    seconds: 121,
    lines: ['broken: types', '5 passed, 0 failed'],
  }

  it('has a row for each step, and dashes for steps without a result', () => {
    const { date, commit } = run
    const steps = {
      gate: { code: 0, seconds: 100, date, commit },
      types: { code: 2, seconds: 21, date, commit },
    }
    const page = formatPage(tiers, { steps, runs: { ci: run } })
    expect(page).toContain('| gate | `npm test` | passed | 100 | abcdef01, 2026-01-02 |')
    expect(page).toContain(
      '| types | `npm run --silent check` | exit code 2 | 21 | abcdef01, 2026-01-02 |',
    )
    expect(page).toContain('| tests | `COVERAGE=1 TESTS=all npm test` | – | – | – |')
    expect(page).toContain(
      '2026-01-02, commit abcdef01, Node 24.0.0 on linux x64, 2 cores: 3 minutes.',
    )
    expect(page).toContain('```\nbroken: types\n5 passed, 0 failed\n```')
    expect(page).toContain('No run of all steps was written yet.')
  })
})

describe('running steps', () => {
  let logs: string
  let output: string

  beforeEach(() => {
    logs = mkdtempSync(join(tmpdir(), 'webapp-ci-test-'))
    output = ''
  })
  afterEach(() => rmSync(logs, { recursive: true }))

  function step(name: string, code: string, more: Partial<Step> = {}): Step {
    return { name, hasTests: false, minutes: 5, command: `node -e "${code}"`, ...more }
  }

  async function run(more: Partial<Runner>, ...steps: readonly Step[]): Promise<string[]> {
    await runSteps(steps, {
      root: logs,
      logs,
      nodeFolder: ({ node }) => (node === undefined ? undefined : dirname(process.execPath)),
      write: (text) => {
        output += text.toString()
      },
      ...more,
    })
    const lines = readFileSync(join(logs, 'steps'), 'utf8').trim().split('\n')
    return lines.map((line) => line.replace(/ \d+$/, ''))
  }

  it('keeps their exit codes and their outputs, in their order', async () => {
    const steps = await run(
      {},
      step('good', "console.log('one'); console.error('two')", { hasTests: true }),
      step('bad', 'process.exit(7)'),
    )
    expect(steps).toEqual(['good tests 0', 'bad step 7'])
    expect(readFileSync(join(logs, 'good.log'), 'utf8')).toBe('one\ntwo\n')
    expect(output).toMatch(
      /^\n== good: node .*\none\ntwo\n== good took \d+ s\n\n== bad: .*\n== bad took \d+ s\n$/,
    )
  })

  it('gives them their variables, their Node and the file of their failures', async () => {
    const code = 'console.log(process.env.A_NAME, process.env.FAILURES_FILE, process.env.PATH)'
    await run({}, step('variables', code, { env: { A_NAME: 'a value' }, node: '24' }))
    const file = join(logs, 'variables.failures')
    expect(readFileSync(join(logs, 'variables.log'), 'utf8')).toContain(
      `a value ${file} ${dirname(process.execPath)}`,
    )
  })

  it('runs a group at the same time, and shows its outputs one after another', async () => {
    // Each of the two waits for the file of the other, so they end only together.
    const meet = (own: string, other: string) =>
      step(
        own,
        `const fs = require('fs'); console.log('${own} begins'); fs.writeFileSync('${own}', ''); (function look() { if (fs.existsSync('${other}')) console.log('${own} ends'); else setTimeout(look, 10) })()`,
        { group: 'pair' },
      )
    expect((await run({}, meet('first', 'second'), meet('second', 'first'))).sort()).toEqual([
      'first step 0',
      'second step 0',
    ])
    expect(output.match(/(?<=^|^== )(?:first|second) (?:begins|ends|took)/gm)).toEqual([
      'first begins',
      'first ends',
      'first took',
      'second begins',
      'second ends',
      'second took',
    ])
  })

  it.skipIf(process.platform === 'win32')(
    'ends a step that hangs, with its processes',
    async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      writeFileSync(join(logs, 'child.cjs'), `require('net').connect(${port}, '127.0.0.1')`)
      writeFileSync(
        join(logs, 'hangs.cjs'),
        "require('child_process').spawn(process.execPath, ['child.cjs']); setInterval(() => {}, 1000)",
      )
      const connected = once(server, 'connection')
      const steps = await run(
        { hasEnded: () => connected.then(() => false) },
        { ...step('hangs', ''), command: 'node hangs.cjs' },
      )
      expect(steps).toEqual(['hangs step 124'])
      const [socket] = await connected
      if (!socket.destroyed)
        await once(
          socket.resume().on('error', () => {}),
          'close',
        )
      server.close()
    },
  )
})
