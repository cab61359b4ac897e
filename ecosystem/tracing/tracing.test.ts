import { describe, expect, it } from 'vitest'
import { dialects, findAll, findFor, isComplete, renderTable } from './findings.ts'
import { readTable } from './page.ts'
import { nodeOfTools, type Recorded, register, runNode, runTool } from './run-tool.ts'
import { tools } from './tools.ts'

// Two processes at a time are enough for the machine, and all runs are needed for the table.
describe.each(tools)('$name', (tool) => {
  it.each(dialects)('records the same with webapp as with Express %s', async (dialect) => {
    const findings = await findFor(tool, dialect)
    for (const finding of findings) {
      const { original, ours, isExact } = finding
      expect(original.transactions.length).toBeGreaterThan(9)
      expect(original.errors.length).toBeGreaterThan(3)
      expect(JSON.stringify(original.transactions)).toContain('/users/:id')
      if (isExact) expect(ours).toEqual(original)
      else expect([isComplete(finding), countSpans(ours)]).toEqual([true, countSpans(original)])
    }
  })

  it('records the same for ES modules under webapp/register', async () => {
    const original = await runTool(tool, { dialect: '5.x', way: 'express', isModule: true })
    const ours = await runTool(tool, { dialect: '5.x', way: 'register', isModule: true })
    expect(ours).toEqual(original)
  })

  it('records the same if it is loaded before webapp/register', async () => {
    const [{ original } = never()] = await findFor(tool, '4.x')
    const ours = await runTool(tool, { dialect: '4.x', way: 'register', isToolFirst: true })
    expect(ours.recorded).toEqual(original)
  })
})

describe('the guide', () => {
  it(`has the table of these runs (npx tsx ecosystem/tracing/write.ts), Node ${nodeOfTools.version}`, async () => {
    expect(readTable()).toBe(renderTable(await findAll()))
  })
})

describe('express-async-errors', () => {
  it('finds the layers of webapp, and each error is handled once', async () => {
    const run = async (...flags: readonly string[]) =>
      JSON.parse(await runNode([...flags, 'four/async-errors.cjs'], { PATH: process.env.PATH }))
    const original = await run()
    expect(await run('--require', register)).toEqual(original)
    expect(original.answers.map(([status]: [number]) => status)).toEqual([200, 503, 503, 503])
    expect(original.calls).toHaveLength(6)
  })
})

/** A second span for the same layer, or for the same request, is no gain. */
function countSpans({ transactions }: Recorded): number {
  return transactions.reduce((sum, { spans }) => sum + spans.length + 1, 0)
}

function never(): never {
  throw new Error('there are runs of each kind')
}
