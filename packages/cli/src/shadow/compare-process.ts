/** The process that `node --import @webapp/cli/shadow` starts. It ends after the program. */

import type { Plan } from './plan.ts'
import { PLAN_VARIABLE } from './protocol.ts'
import { printTable } from './report/table.ts'
import { Shadow } from './shadow.ts'

const plan = JSON.parse(process.env[PLAN_VARIABLE] ?? '{}') as Plan
delete process.env[PLAN_VARIABLE]

const shadow = new Shadow(plan)
process.on('disconnect', async () => {
  console.error(printTable(await shadow.finish()))
  process.exit()
})
await shadow.open()
