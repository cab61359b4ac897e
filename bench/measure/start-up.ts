import { onFreshServer } from './fresh-server.ts'
import { inRounds } from './rounds.ts'

/** Time from the start of the process to its first answer, and the memory that it has then. */
export const measureStartUp = inRounds((entry, context) => {
  context.progress('starting')
  const begin = performance.now()
  return onFreshServer(entry, context, async (server) => {
    const start = performance.now() - begin
    const { cpu, rss, heapUsed } = await server.usage()
    return { start, startCpu: cpu / 1000, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 }
  })
})
