import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LEDGER } from '../../src/migrate/ledger.ts'
import { rowName, SURFACE } from '../../src/prove/inventory/surface.ts'
import { DIFFERENCES } from '../../src/prove/rows/differences.ts'
import { SILENT_MOVES } from '../../src/prove/rows/silent-moves.ts'
import { copyUrl, readLedgers, renderLedgers } from './ledgers.ts'

const ledgers = readLedgers()

describe('the ledgers of webapp prove', () => {
  it('have the words of docs/differences.md and docs/dialects.md (write-ledgers.ts copies them)', () => {
    expect(readFileSync(copyUrl, 'utf8')).toBe(renderLedgers(ledgers))
  })

  it('know the versions of the dialects', () => {
    expect(Object.keys(ledgers.releases)).toEqual(['3.x', '4.x', '5.x'])
  })

  it('read a row with all its cells', () => {
    expect(Object.keys(ledgers.differences).length).toBeGreaterThan(80)
    for (const { dialects, express, webapp } of Object.values(ledgers.differences)) {
      expect(dialects).toMatch(/^\d\.x(?:, \d\.x)*$/)
      expect(express).not.toBe('')
      expect(webapp).not.toBe('')
    }
    expect(ledgers.dialects['D-014']).toMatchObject({ member: '`app.del`', changes: '4.x to 5.x' })
  })
})

describe('every entry of docs/dialects.md without something to do', () => {
  const silent = Object.keys(LEDGER).filter((row) => LEDGER[row]?.treatment === 'nothing to do')

  it('has the members that show it', () => {
    expect(Object.keys(SILENT_MOVES).sort()).toEqual(silent.sort())
    for (const [row, members] of Object.entries(SILENT_MOVES)) {
      expect(members, row).not.toEqual([])
      for (const member of members) expect(isMember(member), `${row} ${member}`).toBe(true)
    }
  })
})

/** Whether a row may name it: `app.METHOD` stands for all methods of HTTP. */
function isMember(member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  if (rowName(`${owner}.get`) === member) return true
  return SURFACE[owner as keyof typeof SURFACE]?.has(name) ?? false
}

describe('every row of docs/differences.md', () => {
  it('has its members and its forms, and nothing else has them', () => {
    expect(Object.keys(DIFFERENCES).sort()).toEqual(Object.keys(ledgers.differences).sort())
  })

  it('says why uses of its members need nothing', () => {
    for (const [row, { why }] of Object.entries(DIFFERENCES)) expect(why, row).not.toBe('')
  })

  it('has words for its forms that end the message', () => {
    for (const [row, { looks }] of Object.entries(DIFFERENCES)) {
      for (const { advice } of looks) expect(advice, row).toMatch(/[^.]$/)
    }
  })

  it('names members of the interface', () => {
    const others = /^(?:process\.unhandledRejection|req\.own members|error\.status)$/
    const additions =
      /^(?:app\.(?:close|closing|inject|fetch|url|remove|namedRoute)|router\.(?:url|remove|namedRoute)|route\.url|req\.signal|express\.(?:shutdown|routes|printRoutes))$/
    const nodes =
      /^res\.(?:setHeader|writeHead|statusCode|write|end|on|once|addListener|prependListener)$|^req\.url$/
    const deeper = /^express\.(?:static\.mime|Router\.prototype)$/
    for (const [row, { members }] of Object.entries(DIFFERENCES)) {
      for (const member of members) {
        const isKnown =
          [others, additions, nodes, deeper].some((pattern) => pattern.test(member)) ||
          isMember(member)
        expect(isKnown, `${row} ${member}`).toBe(true)
      }
    }
  })
})
