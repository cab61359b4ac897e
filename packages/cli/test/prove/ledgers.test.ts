import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rowName, SURFACE } from '../../src/prove/inventory/surface.ts'
import { DIFFERENCES } from '../../src/prove/rows/differences.ts'
import { copyUrl, readLedgers, renderLedgers } from './ledgers.ts'

const ledgers = readLedgers()

describe('the ledgers of webapp prove', () => {
  it('have the words of docs/differences.md and docs/dialects.md (write-ledgers.ts copies them)', () => {
    expect(readFileSync(copyUrl, 'utf8')).toBe(renderLedgers(ledgers))
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

describe('every row of docs/differences.md', () => {
  it('has its members and its forms, and nothing else has them', () => {
    expect(Object.keys(DIFFERENCES).sort()).toEqual(Object.keys(ledgers.differences).sort())
  })

  it('says why uses of its members need nothing', () => {
    for (const [row, { why }] of Object.entries(DIFFERENCES)) expect(why, row).not.toBe('')
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
        const [owner = '', name = ''] = member.split('.')
        const isKnown =
          [others, additions, nodes, deeper].some((pattern) => pattern.test(member)) ||
          rowName(`${owner}.get`) === member ||
          SURFACE[owner as keyof typeof SURFACE]?.has(name)
        expect(isKnown, `${row} ${member}`).toBe(true)
      }
    }
  })
})
