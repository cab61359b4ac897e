import { afterAll, describe, expect, it } from 'vitest'
import { findDifference, findTrouble } from './fuzz/compare-runs.ts'
import type { Batch } from './fuzz/run-batch.ts'
import { dialectOf } from './harness/dialects.ts'
import { endHosts } from './harness/host-process.ts'
import { get } from './harness/request.ts'

/** A route that does something with a request. */
function tableThat(action: 'respond' | 'throw'): Batch {
  const steps = [{ handlesErrors: false, action }]
  return {
    program: 'table',
    given: { kind: 'app', nests: true, options: {}, entries: [{ op: 'use', steps }] },
    requests: [get('/', { headers: { 'X-Case': '0' } })],
  }
}

describe('The oracles of the fuzz', () => {
  afterAll(endHosts)
  const dialect = dialectOf('5.x')

  it('tell a request that ends in an error of the server', async () => {
    const trouble = await findTrouble(tableThat('throw'), dialect.subject, 'app.listen')
    expect(trouble).toContain('500 Internal Server Error')
  })

  it('say nothing of one that is answered', async () => {
    expect(await findTrouble(tableThat('respond'), dialect.subject, 'app.listen')).toBeUndefined()
  })

  it('tell answers that differ from those of the original', async () => {
    const asOther = { ...dialect, subject: { ...dialect.subject, product: 'another' } }
    const difference = await findDifference(tableThat('respond'), asOther, 'app.listen')
    expect(difference).toMatch(/--- express5[\s\S]*<product>[\s\S]*--- webapp[\s\S]*webapp/)
  })
})
