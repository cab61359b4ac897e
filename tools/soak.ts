import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Child } from '../packages/webapp/test/hardening/support/child.ts'
import type { Dialect } from '../packages/webapp/test/hardening/support/site.ts'
import { Mix } from './soak/mix.ts'
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
const http2 = (await (await fetch(`http://127.0.0.1:${child.port}/http2`)).json()) as number
const mix = new Mix({ http1: child.port, http2 })
const samples: Sample[] = []
const began = Date.now()
const end = began + Number(values.minutes) * 60_000
while (Date.now() < end) {
  const times = await mix.run(Number(values.every) * 1000)
  // What is on its way is no leak: the server is looked at when it has nothing to do.
  await wait(300)
  await child.vitals() // Some memory is only freed by the collection after this one.
  const seconds = (Date.now() - began) / 1000
  const vitals = await child.vitals()
  samples.push({ seconds, ...vitals, ...times })
  const [rss, heap] = [vitals.rss, vitals.heap].map((bytes) => (bytes / 1024 ** 2).toFixed(1))
  console.log(`${seconds.toFixed(0)} s, ${mix.count} requests, ${rss} MB, heap ${heap} MB`)
}
mix.stop()
const troubles = await child.ask('troubles')
await child.stop()
rmSync(folder, { recursive: true })

const isFine = showReport(samples, mix, troubles)
process.exitCode = isFine ? 0 : 1
