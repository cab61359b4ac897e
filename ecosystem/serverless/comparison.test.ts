import { describe, expect, it } from 'vitest'
import type { ClientView } from './client-view.ts'
import { eventOf, type Kind, kinds } from './events.ts'
import { known } from './known.ts'
import { questions } from './questions.ts'
import { handlers, view } from './sides.ts'

const create = (name: string) => {
  const handler = handlers[name]?.()
  if (handler === undefined) throw new Error(`sides.ts has no '${name}'`)
  return handler
}
const ours = create('webapp/lambda')
const others = Object.keys(handlers).filter((name) => name !== 'webapp/lambda')

/** The parts of two views that differ: `status`, `body`, or the name of a header. */
function differences(a: ClientView | string, b: ClientView | string): string[] {
  if (typeof a === 'string' || typeof b === 'string') return a === b ? [] : ['rejected']
  const names = new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])
  const headers = [...names].filter((name) => `${a.headers[name]}` !== `${b.headers[name]}`)
  const parts = (['status', 'body'] as const).filter((part) => a[part] !== b[part])
  return [...parts, ...headers]
}

/** Events whose paths begin with the name of a stage, which the other packages leave there. */
const STAGED = 'an HTTP API with a named stage'

describe.each(others)('webapp/lambda beside Express through %s', (name) => {
  const theirs = create(name)
  const ofPackage = known.filter((one) => one.package === name)
  const compared = (Object.keys(kinds) as Kind[]).filter((kind) => kind !== STAGED)

  describe.each(compared)('for %s', (kind) => {
    it.each(Object.entries(questions))('%s', async (title, question) => {
      const expected = await view(theirs, eventOf(kind, question))
      const actual = await view(ours, eventOf(kind, question))
      const declared = ofPackage
        .filter((one) => one.kinds.includes(kind) && one.questions.includes(title))
        .flatMap(({ parts }) => parts)
      const shown = JSON.stringify({ actual, expected }, null, 1)
      expect(differences(actual, expected).sort(), shown).toEqual([...declared].sort())
    })
  })

  it('routes by the path without a named stage, where the other responds with 404', async () => {
    const question = { path: '/cookies' }
    expect(await view(theirs, eventOf(STAGED, question))).toMatchObject({ status: 404 })
    const staged = await view(ours, eventOf(STAGED, question))
    expect(staged).toEqual(await view(ours, eventOf('an HTTP API', question)))
  })
})
