import { parseArgs } from 'node:util'
import { attemptNames } from './fuzz/attempts.ts'
import { fuzz } from './fuzz/campaign.ts'
import { endHosts } from './harness/host-process.ts'

// npm run fuzz -- --minutes 10 --seed 7 --only query,cookies
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
    only: { type: 'string', default: attemptNames.join(',') },
  },
})

const findings = await fuzz({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  only: values.only.split(','),
})
endHosts()
process.exitCode = findings > 0 ? 1 : 0
