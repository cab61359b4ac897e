import { describe, expect, it } from 'vitest'
import { DIFFERENCES } from '../../src/prove/rows/differences.ts'
import { LEDGERS } from '../../src/prove/rows/ledgers.ts'
import { proveSource } from './program.ts'
import { rowCases } from './row-cases.ts'

const start = "const express = require('express')\nconst app = express()\nconst err = new Error()\n"

function rowsOf(code: string, express: string): string[] {
  return proveSource(start + code, { express }).rows.map(({ row }) => row)
}

describe.each(rowCases)('$row: $concerned', ({ row, express, concerned, unconcerned }) => {
  it('is found, with its place, its words and what to do', () => {
    const found = proveSource(start + concerned, { express }).rows.find((each) => each.row === row)
    expect(found?.words).toEqual([
      ['Express', LEDGERS.differences[row]?.express],
      ['webapp', LEDGERS.differences[row]?.webapp],
    ])
    expect(found?.places[0]).toMatchObject({ file: 'app.js', line: 4 })
    expect(DIFFERENCES[row]?.looks.map(({ advice }) => advice)).toContain(found?.places[0]?.advice)
  })

  it('is not found in other code', () => {
    expect(rowsOf(unconcerned, express)).not.toContain(row)
  })

  it('is not found in a dialect that does not differ', () => {
    const others = ['3', '4', '5'].filter(
      (each) => !LEDGERS.differences[row]?.dialects.includes(`${each}.x`),
    )
    for (const other of others) expect(rowsOf(concerned, other)).not.toContain(row)
  })
})

describe('the cases', () => {
  it('are complete', () => {
    const wanted = Object.keys(DIFFERENCES).filter((row) => DIFFERENCES[row]?.looks.length)
    expect(rowCases.map(({ row }) => row).sort()).toEqual(wanted.sort())
  })
})

describe('a program without such code', () => {
  const code =
    "app.use(express.json(), express.static('public'))\napp.get('/', (req, res) => res.send(req.ip))"

  it('is concerned by no difference, and gets the list of the rows that it touches', () => {
    const { rows, harmless } = proveSource(start + code, { express: '5' })
    expect(rows).toEqual([])
    expect(harmless).toContainEqual({
      row: 'W-090',
      members: ['express.static'],
      why: expect.stringContaining('Express') as string,
    })
    expect(harmless.map(({ row }) => row)).not.toContain('W-029')
  })
})

describe('a move', () => {
  const code =
    "app.get('/a/:b?', (req, res) => res.send(404))\napp.del('/', (req, res) => res.redirect('back'))"

  it('from 4.x to 5.x finds what webapp migrate finds', () => {
    const { rows, dialects, to } = proveSource(start + code, { express: '4', to: 5 })
    expect([dialects, to]).toEqual([[4], 5])
    expect(rows.map(({ row }) => row)).toEqual(['D-002', 'D-014', 'D-033', 'D-038'])
    const [optional] = rows
    const { behaviour = {} } = LEDGERS.dialects['D-002'] ?? {}
    // The page says "As 3.x." of 4.x.
    expect(optional?.words).toEqual([
      ['4.x', behaviour['3.x']],
      ['5.x', behaviour['5.x']],
    ])
    expect(optional?.places[0]).toMatchObject({
      file: 'app.js',
      line: 4,
      advice: "webapp migrate writes '/a/:b?' → '/a{/:b}'",
    })
  })

  it('needs no package.json if the version is given', () => {
    const { rows } = proveSource(start + code, { express: '*', from: 4, to: 5 })
    expect(rows.map(({ row }) => row)).toContain('D-014')
  })

  it('from 3.x to 4.x leaves what 5.x changes', () => {
    const old = "app.configure(() => app.use(app.router))\napp.del('/', (req, res) => res.end())"
    const { rows } = proveSource(start + old, { express: '3', to: 4 })
    expect(rows.map(({ row }) => row)).toEqual(['D-008', 'D-054'])
  })

  it('lists what changes for clients, and not in the code', () => {
    const files = "app.use(express.static('public', { dotfiles: 'allow' }))"
    const { rows, harmless } = proveSource(start + files, { express: '4', to: 5 })
    expect(rows).toEqual([])
    expect(harmless).toContainEqual({
      row: 'D-083',
      members: ['express.static'],
      why: 'the same charset in lower case',
    })
  })

  it('finds nothing without one', () => {
    expect(rowsOf(code, '4')).toEqual([])
  })

  it('says "probably" of code that only names suggest', () => {
    const { rows } = proveSource(`${start}exports.a = (req, res) => res.send(404)`, { to: 5 })
    expect(rows.find(({ row }) => row === 'D-033')?.places[0]).toMatchObject({
      isSure: false,
      advice: 'res.send(404) → res.sendStatus(404)',
    })
  })
})
