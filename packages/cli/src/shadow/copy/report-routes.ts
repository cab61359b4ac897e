import { subscribe } from 'node:diagnostics_channel'
import { renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RoutesSettings } from '../protocol.ts'

// The guards replace these members of `fs` later, and then the imported names change, too.
const write = writeFileSync
const rename = renameSync

/** A program that creates applications for each request would fill the memory. */
const MOST_APPLICATIONS = 100

/** Programs may add routes at any time. */
const INTERVAL = 1000

interface Application {
  readonly parent?: unknown
}

type List = (app: object) => { readonly method: string; readonly path: string }[]

/** Writes the routes of the program on webapp to a file, and again when there are other ones. */
export function reportRoutes({ file, framework }: RoutesSettings): void {
  const created = new Set<Application>()
  let last = ''
  subscribe('webapp.application', (event) => {
    if (created.size < MOST_APPLICATIONS) created.add((event as { app: Application }).app)
  })
  const report = () => {
    const roots = [...created].filter(({ parent }) => parent === undefined)
    const text = JSON.stringify(roots.flatMap((app) => listRoutes(app, framework)))
    if (roots.length === 0 || text === last) return
    last = text
    const draft = `${file}.${process.pid}`
    try {
      write(draft, text)
      rename(draft, file)
    } catch {
      // The process that compares has ended, so this one ends, too.
    }
  }
  setInterval(report, INTERVAL).unref()
}

/** The program has loaded webapp already, so this loads nothing. */
function listRoutes(app: object, framework: string): string[] {
  try {
    const { routes } = createRequire(join(framework, 'package.json'))('webapp') as { routes: List }
    return routes(app).map(({ method, path }) => `${method} ${path}`)
  } catch {
    return []
  }
}
