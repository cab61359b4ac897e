// Observes one side for another process; host-process.ts says why.
import { describeValue } from './describe-value.ts'
import { sideOf } from './dialects.ts'
import type { Order, Word } from './host-process.ts'
import { perform, type Task } from './observe.ts'

const side = sideOf(String(process.argv[2]))

process.on('message', async ({ number, task }: Order) => {
  say({ number, lines: await perform(side, task as Task) })
})
process.on('disconnect', () => process.exit())
// Rejections that nobody hears arrive here as well.
process.on('uncaughtException', (error) => {
  say({ fatal: describeValue(error) }, () => process.exit(1))
})

function say(word: Word, whenSent?: () => void): void {
  process.send?.(word, undefined, undefined, whenSent)
}
