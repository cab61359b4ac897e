import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../../docs/decisions/', import.meta.url)
const names = readdirSync(folder).sort()
const records = names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)

describe('docs/decisions', () => {
  it('numbers its records without gaps', () => {
    const numbers = names.map((name) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1])
    expect(numbers).toEqual(names.map((_, at) => String(at + 1).padStart(4, '0')))
  })

  it.each(records)('%s has the sections of a record, in their order', (name, text) => {
    const [title, ...sections] = text.match(/^##? .+/gm) ?? []
    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 4)}: `))
    const wanted = ['## Context', '## Decision', '## Alternatives', '## Consequences']
    const isOptional = (section: string) => section === '## Alternatives'
    const has = (section: string) => !isOptional(section) || sections.includes(section)
    expect(sections).toEqual(wanted.filter(has))
  })

  it.each(records)('%s has text in each section', (_name, text) => {
    for (const section of text.split(/^## .+/m).slice(1)) expect(section.trim()).not.toBe('')
  })
})
