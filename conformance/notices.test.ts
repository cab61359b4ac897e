import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The lines that deprecation notices write on standard error, on Express 4 and on webapp.

const require = createRequire(import.meta.url)

const program = `
const express = require(process.argv[2])
if (process.argv[3]) process.chdir(process.argv[3])
const app = express()
app.del('/x', () => {})
require('./other.js')(app)
`

const other = `module.exports = (app) => [1].forEach(() => app.del('/y', () => {}))\n`

let folder = ''

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'notices-')))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub', 'program.js'), program)
  writeFileSync(join(folder, 'sub', 'other.js'), other)
})

afterAll(() => rmSync(folder, { recursive: true }))

function run(name: string, cwd: string, flags: readonly string[] = [], chdir = ''): string[] {
  const file = join(folder, 'sub', 'program.js')
  const { NO_DEPRECATION, ...env } = process.env
  const args = [...flags, file, require.resolve(name), chdir]
  const { stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
  return stderr.split('\n').map((line) => line.replace(/^.* GMT (?:express|webapp) /, ''))
}

describe('deprecation notices on standard error', () => {
  it('name places from the folder of the program, as in Express', () => {
    for (const cwd of [folder, join(folder, 'sub'), tmpdir()]) {
      const expected = run('express4', cwd)
      expect(expected).toHaveLength(3)
      expect(run('webapp/v4', cwd)).toEqual(expected)
    }
  })

  it('do not follow the program into another folder, as in Express', () => {
    const expected = run('express4', folder, [], tmpdir())
    expect(expected[0]).toContain(` at ${join('sub', 'program.js')}:`)
    expect(run('webapp/v4', folder, [], tmpdir())).toEqual(expected)
  })

  it('begin the trace at the caller, as in Express', () => {
    const expected = run('express4', folder, ['--trace-deprecation'])
    const actual = run('webapp/v4', folder, ['--trace-deprecation'])
    expect(expected[1]).toContain(join(folder, 'sub', 'program.js'))
    expect(actual.slice(0, 2)).toEqual(expected.slice(0, 2))
  })
})
