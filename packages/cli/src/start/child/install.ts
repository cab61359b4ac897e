import type { PrimaryMessage, WorkerSettings } from '../messages.ts'
import { Applications } from './applications.ts'
import { Drain } from './drain.ts'
import { PrimaryLink } from './primary-link.ts'
import { Servers } from './servers.ts'
import { HeldSignals } from './signals.ts'

/** How often a worker compares its memory with the limit, in milliseconds. */
const MEMORY_INTERVAL = 1000

/** If the signal went to the whole group, the primary has received it by then, and ends. */
const GROUP_DELAY = 200

/** Sets up a worker of `webapp start`, before the first module of the program is loaded. */
export function install({ maxMemory }: WorkerSettings): void {
  const link = new PrimaryLink()
  const applications = new Applications()
  const servers = new Servers(link)
  // A terminal sends SIGINT to the primary, too. For SIGTERM the primary starts a successor first.
  const signals = new HeldSignals((signal) => {
    if (signal === 'SIGTERM') setTimeout(() => link.send({ type: 'retire' }), GROUP_DELAY).unref()
  })
  const drain = new Drain({ applications, servers, signals, link })
  link.onMessage((message: PrimaryMessage) => {
    if (message.type === 'ask') link.send({ type: 'alive' })
    else drain.begin(message.timeout)
  })
  // From now on messages are heard: Node would drop those of before.
  link.send({ type: 'alive' })
  if (maxMemory !== undefined) watchMemory(maxMemory, link)
}

function watchMemory(limit: number, link: PrimaryLink): void {
  setInterval(() => {
    const bytes = process.memoryUsage.rss()
    if (bytes > limit) link.send({ type: 'memory', bytes })
  }, MEMORY_INTERVAL).unref()
}
