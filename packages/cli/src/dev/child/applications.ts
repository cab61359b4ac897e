import { subscribe } from 'node:diagnostics_channel'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { show } from '../errors/describe-error.ts'
import { isSecretName, MASK } from '../errors/mask.ts'
import type { ApplicationReport, RouteReport } from '../inspector/messages.ts'

/** An application of webapp, of any dialect. */
interface Application {
  readonly settings: Readonly<Record<string, unknown>>
  readonly parent?: Application
  path(): string
}

/** Applications whose routes and settings are shown: the first ones. */
const MAX_APPLICATIONS = 100

/** The applications that the program created, and their routes and settings. */
export class Applications {
  readonly #created = new Set<Application>()
  readonly #framework: string
  #last = ''

  constructor(framework: string) {
    this.#framework = framework
    subscribe('webapp.application', (event) => {
      // A program that creates applications for each request would fill the memory.
      if (this.#created.size < MAX_APPLICATIONS) {
        this.#created.add((event as { app: Application }).app)
      }
    })
  }

  /** The reports, if they differ from the last ones. */
  takeReports(): ApplicationReport[] | undefined {
    if (this.#created.size === 0) return undefined
    const reports = [...this.#created].map((app) => this.#describe(app))
    const text = JSON.stringify(reports)
    if (text === this.#last) return undefined
    this.#last = text
    return reports
  }

  #describe(app: Application): ApplicationReport {
    const settings = Object.keys(app.settings).map(
      (name) => [name, isSecretName(name) ? MASK : show(app.settings[name], 1)] as const,
    )
    const isMounted = app.parent !== undefined
    return {
      path: isMounted ? pathOf(app) : '/',
      settings,
      routes: isMounted ? [] : listRoutes(app, this.#framework),
    }
  }
}

function pathOf(app: Application): string {
  try {
    return String(app.path()) || '/'
  } catch {
    return '(unknown)'
  }
}

/** The program has loaded webapp already, so this loads nothing. */
function listRoutes(app: Application, framework: string): RouteReport[] {
  try {
    const { routes } = createRequire(join(framework, 'package.json'))('webapp') as {
      routes(app: object): RouteReport[]
    }
    return routes(app)
  } catch {
    return []
  }
}
