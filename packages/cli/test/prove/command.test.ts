import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LEDGERS } from '../../src/prove/rows/ledgers.ts'
import { packageFiles, writeProgram } from './program.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

function run(folder: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'prove', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

const APP = "const express = require('express')\nconst app = express()\n"

describe('webapp prove', () => {
  it('ends with 0 if no difference concerns the program', () => {
    const folder = writeProgram(`${APP}app.get('/', (req, res) => res.json(req.query))`)
    const { status, output } = run(folder)
    expect(output).toContain(
      'webapp prove: 3 members of Express 4, no difference concerns you\n  read 1 file in ',
    )
    expect(status).toBe(0)
  })

  it('ends with 1 and prints the place, the row and what to do', () => {
    const helper = packageFiles('helper', 'module.exports = () => (a, b) => b.writeHead(102)')
    const code =
      "app.use(require('helper')())\napp[process.env.A]('/', (req, res) => res.status(103))"
    const folder = writeProgram({ 'app.js': APP + code, ...helper })
    const { status, output } = run(folder)
    expect(status).toBe(1)
    const lines = output.split('\n').map((line) => line.trimEnd())
    expect(lines[0]).toBe(
      'webapp prove: 2 members of Express 4, 1 difference concerns you in 2 places',
    )
    expect(lines[1]).toMatch(/^ {2}read 1 file in .*, and 1 file of 1 package that it uses$/)
    expect(lines).toContain('W-008  res.status, res.writeHead')
    expect(output).toMatch(/^ {2}Express {2}`res\.status\(100\)\.end\(\)`/m)
    expect(output).toMatch(/^ {2}webapp {3}A RangeError/m)
    expect(output).toMatch(/^ {2}app\.js:4:39 {2}res\.status {2}probably: send a final status/m)
    expect(output).toMatch(
      /^ {2}helper\/index\.js:1:34 \(helper@1\.2\.3\) {2}res\.writeHead {2}send a final status/m,
    )
    expect(output).toContain(
      'Cannot be known, because the program computes the name of the member:\n  app.js:4:1  app[process.env.A]',
    )
  })

  it('prints the members with their places on demand', () => {
    const folder = writeProgram(`${APP}app.get('/', (req, res) => res.json(req.query))`)
    const { output } = run(folder, '--members')
    expect(output).toMatch(/^ {2}member {4,}uses {2}first place$/m)
    expect(output).toMatch(/^ {2}req\.query +1 {5}app\.js:3:37$/m)
  })

  it('prints JSON', () => {
    const folder = writeProgram(`${APP}app.del('/', f)`)
    const { status, output } = run(folder, '--from', '4', '--to', '5', '--json')
    expect(status).toBe(1)
    const verdict = JSON.parse(output)
    expect(verdict).toMatchObject({
      folder,
      dialects: [4],
      to: 5,
      reached: ['app.del'],
      rows: [{ row: 'D-014', places: [{ file: 'app.js', line: 3, column: 1, isSure: true }] }],
    })
  })

  it('says which release webapp is compared with, if another one of that version is installed', () => {
    const install = (version: string) =>
      writeProgram({
        'app.js': `${APP}app.use(f)`,
        ...packageFiles('express', '', { version }),
      })
    const { '4.x': newest = '' } = LEDGERS.releases
    const [other, same] = [install('4.17.0'), install(newest)]
    const line = `\n  Express 4.17.0 is installed, and webapp is compared with ${newest}\n`
    for (const args of [[], ['--to', '5']]) {
      expect(`${run(other, ...args).output}\n`).toContain(line)
      expect(run(same, ...args).output).not.toContain('is installed')
    }
  })

  it.each([
    [['--to', '6'], "--to is '6', but must be 3, 4 or 5."],
    [
      ['--from', '5', '--to', '4'],
      '--to is 4, but the program is for Express 5, which is newer. Use --to 5.',
    ],
    [
      ['--to', '3'],
      '--to is 3, but the program is for Express 4, which is newer. Use --to 4 or newer.',
    ],
    [['one', 'two'], 'one folder at a time, but got one and two.'],
    [['--wrong'], "Unknown option '--wrong'. webapp prove --help lists the options."],
    [['missing'], /there is no folder .*missing\. Name the folder of your program\./],
    [['app.js'], /app\.js is a file\. Name the folder of your program\./],
  ])('ends with 2 for wrong use: %s', (args, message) => {
    const { status, output } = run(writeProgram(`${APP}app.use(f)`), ...args)
    expect(output).toMatch(message)
    expect(output).toMatch(/^webapp prove: /)
    expect(status).toBe(2)
  })

  it('ends with 2 for a folder without Express, and for code that does not parse', () => {
    const none = run(writeProgram('console.log(1)'))
    expect(none.output).toContain('imports Express or webapp')
    expect(none.status).toBe(2)
    const broken = writeProgram("require('express')(")
    const { status, output } = run(broken)
    expect(output).toMatch(
      /^webapp prove: app\.js:1:\d+: .* leave the file out with --skip app\.js\./,
    )
    expect(status).toBe(2)
    const other = writeProgram({ 'app.js': `${APP}app.use(f)`, 'bad.js': 'express(' })
    const skipped = run(other, '--skip', join(other, 'bad.js'))
    expect(skipped.status).toBe(0)
  })

  it('describes itself', () => {
    const { status, output } = run(writeProgram(''), '--help')
    expect(output).toContain('Usage: webapp prove [folder] [options]')
    expect(status).toBe(0)
  })
})
