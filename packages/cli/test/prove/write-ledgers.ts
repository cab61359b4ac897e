/**
 * Copies the words of docs/differences.md and docs/dialects.md into the command line, which has no
 * documentation beside it: `npx tsx packages/cli/test/prove/write-ledgers.ts`.
 */
import { writeFileSync } from 'node:fs'
import { copyUrl, readLedgers, renderLedgers } from './ledgers.ts'

writeFileSync(copyUrl, renderLedgers(readLedgers()))
