import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Child } from '../packages/webapp/test/hardening/support/child.ts'
import type { Dialect } from '../packages/webapp/test/hardening/support/site.ts'
import { startMix } from './soak/mix.ts'
import { type Sample, showReport } from './soak/report.ts'

// npm run soak -- --minutes 60 --dialect 4.x --every 10
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    every: { type: 'string', default: '5' },
    dialect: { type: 'string', default: '5.x' },
  },
})

const bytes = 8 * 1024 ** 2
const folder = mkdtempSync(join(tmpdir(), 'webapp-soak-'))
writeFileSync(join(folder, 'small.txt'), 'small')
writeFileSync(join(folder, 'large.bin'), '')
truncateSync(join(folder, 'large.bin'), bytes)

const child = await Child.start({
  dialect: values.dialect as Dialect,
  site: new URL('../packages/webapp/test/hardening/load.site.ts', import.meta.url),
  folder,
  env: { HARDENING_BYTES: String(bytes), NODE_ENV: 'production' },
})
const mix = startMix(child.port)
const samples: Sample[] = []
const began = Date.now()
const end = began + Number(values.minutes) * 60_000
while (Date.now() < end) {
  await wait(Number(values.every) * 1000)
  const seconds = (Date.now() - began) / 1000
  samples.push({ seconds, ...(await child.vitals()), ...mix.takeTimes() })
  console.log(`${seconds.toFixed(0)} s, ${mix.count} requests`)
}
await mix.stop()
const troubles = await child.ask('troubles')
await child.stop()
rmSync(folder, { recursive: true })

const isFine = showReport(samples, mix, troubles)
process.exitCode = isFine ? 0 : 1
