import { describe, expect, it } from 'vitest'
import { dialects, findAll, findFor, renderTable } from './findings.ts'
import { readTable } from './page.ts'
import { nodeOfTools, register, runNode, runTool, type Way } from './run-tool.ts'
import { tools } from './tools.ts'

// Two processes at a time are enough for the machine, and all runs are needed for the table.
describe.each(tools)('$name', (tool) => {
  it.each(dialects)('records the same with webapp/register as with Express %s', async (dialect) => {
    const findings = await findFor(tool, dialect)
    for (const { way, original, ours } of findings) {
      expect(original.transactions.length).toBeGreaterThan(9)
      expect(original.errors.length).toBeGreaterThan(3)
      expect(JSON.stringify(original.transactions)).toContain('/users/:id')
      if (way !== 'import') expect(ours).toEqual(original)
    }
  })

  it('records one transaction for each request of a program that requires webapp', async () => {
    const [{ ours, original } = never()] = (await findFor(tool, '5.x')).filter(isImported)
    expect(ours.transactions).toHaveLength(original.transactions.length)
  })

  it('records the same for ES modules', async () => {
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

const isImported = ({ way }: { way: Way }) => way === 'import'

function never(): never {
  throw new Error('there are runs of each kind')
}
