import type { Reporting } from './reporting.ts'

const NAME = 'unhandledRejection'

/** Reports rejections that the program does not catch, without changing what becomes of them. */
export function reportRejections(reporting: Reporting): void {
  const report = () => reporting.send({ type: 'rejection' })
  process.on('uncaughtExceptionMonitor', (_error, origin) => {
    if (origin === NAME) report()
  })
  // A listener keeps the process running, so ours exists only beside one of the program.
  process.on('newListener', (name, listener) => {
    if (name !== NAME || listener === report) return
    if (!process.listeners(NAME).includes(report)) process.on(NAME, report)
  })
  process.on('removeListener', (name, listener) => {
    if (name !== NAME || listener === report) return
    if (process.listeners(NAME).every((each) => each === report)) process.off(NAME, report)
  })
}
