import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import webapp3 from 'webapp/v3'
import webapp4 from 'webapp/v4'
import webapp5 from 'webapp/v5'
import type { BuildSite, Dialect, Site } from './site.ts'
import type { Report, Vitals } from './vitals.ts'

// The child: one application on a server of its own. What reaches the process is written down
// instead of ending it, so that the tests can say what it was.
const [dialect, module, folder] = process.argv.slice(2) as [Dialect, string, string]
const factories = { '5.x': webapp5, '4.x': webapp4, '3.x': webapp3 }

const report: Omit<Report, 'pollution'> = { uncaught: [], rejections: [], warnings: [], logged: [] }
process.on('uncaughtException', (error) => report.uncaught.push(inspect(error)))
process.on('unhandledRejection', (error) => report.rejections.push(inspect(error)))
process.on('warning', (warning) => report.warnings.push(inspect(warning)))
console.error = (...args) => void report.logged.push(args.map((arg) => inspect(arg)).join(' '))

process.on('message', (question: 'vitals' | 'report' | 'cpu') => {
  if (question === 'vitals') process.send?.(takeVitals())
  else if (question === 'cpu') process.send?.(process.cpuUsage())
  else process.send?.({ ...report, pollution: Object.keys(Object.prototype) })
})
process.on('disconnect', () => process.exit())

const webapp = factories[dialect] as unknown as Site['webapp']
const app = webapp()
const { default: build } = (await import(module)) as { default: BuildSite }
await build({ app, webapp, dialect, folder })
app.get('/', (_req, res) => res.end('fine'))
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})

function takeVitals(): Vitals {
  globalThis.gc?.()
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  return {
    rss,
    peak: process.resourceUsage().maxRSS * 1024,
    heap: heapUsed + external + arrayBuffers,
    descriptors: countDescriptors(),
    resources: process.getActiveResourcesInfo().length,
  }
}

function countDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0 // A system that does not tell.
  }
}
