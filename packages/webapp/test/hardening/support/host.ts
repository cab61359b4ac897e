import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import type { BuildSite, Dialect, Site } from './site.ts'
import type { Answers, Troubles, Vitals } from './vitals.ts'

// The child: one application on a server of its own. What reaches the process is written down
// instead of ending it, so that the tests can say what it was.
const [dialect, module, folder] = process.argv.slice(2) as [Dialect, string, string]
const loaders = {
  '5.x': () => import('webapp/v5'),
  '4.x': () => import('webapp/v4'),
  '3.x': () => import('webapp/v3'),
}

const troubles: Troubles = { uncaught: [], rejections: [], warnings: [], pollution: [] }
const logged: string[] = []
process.on('uncaughtException', (error) => troubles.uncaught.push(inspect(error)))
process.on('unhandledRejection', (error) => troubles.rejections.push(inspect(error)))
process.on('warning', (warning: Error & { code?: string }) => {
  // Newer versions of Node warn of `url.parse` in files that are not installed as packages.
  if (warning.code !== 'DEP0169') troubles.warnings.push(inspect(warning))
})
console.error = (...args) => void logged.push(args.map((arg) => inspect(arg)).join(' '))

const answers: { readonly [Question in keyof Answers]: () => Answers[Question] } = {
  vitals: takeVitals,
  troubles: takeTroubles,
  logged: () => logged.splice(0),
  cpu: () => process.cpuUsage(),
}
process.on('message', (question: keyof Answers) => process.send?.(answers[question]()))
process.on('disconnect', () => process.exit())

const webapp = (await loaders[dialect]()).default as unknown as Site['webapp']
const app = webapp()
const { default: build } = (await import(module)) as { default: BuildSite }
await build({ app, webapp, dialect, folder })
app.get('/', (_req, res) => res.end('fine'))
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})

function takeTroubles(): Troubles {
  const taken = structuredClone(troubles)
  taken.pollution.push(...Object.keys(Object.prototype))
  for (const list of Object.values(troubles)) list.length = 0
  return taken
}

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
