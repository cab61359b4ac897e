// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import { inspect } from 'node:util'
import type { urlOfRecords } from '../../app/route-urls/route-urls.ts'
import { methods } from '../../router/methods.ts'
import { kRecords } from '../../router/removal.ts'
import { nameRoute } from '../../router/route-names.ts'
import { lateUse } from '../../runtime/late-packages.ts'
import { collectRoutes } from './route.ts'

type Urls = { urlOfRecords: typeof urlOfRecords }

const lateUrls = lateUse<Urls>(() => require('../../app/route-urls/route-urls.js') as Urls)

type Registrar = (path: unknown, ...callbacks: unknown[]) => unknown

/**
 * The routes of one path that a program registers under a name. In 3.x a route has one method, and
 * `app.route` is the mount path.
 */
export class NamedRoute {
  readonly path: unknown
  readonly #registrars: object
  readonly #router: object
  readonly #naming: unknown
  readonly #records = new Set<object>()

  constructor(registrars: object, router: object, path: unknown, naming: unknown) {
    this.path = path
    this.#registrars = registrars
    this.#router = router
    this.#naming = naming
    nameRoute(this, path, naming)
  }

  get [kRecords](): ReadonlySet<object> {
    return this.#records
  }

  /** The URL of the routes. */
  url(params?: unknown, options?: unknown): string {
    return lateUrls().urlOfRecords(this.#router, this.path, this.#records, params, options)
  }

  register(method: string, callbacks: readonly unknown[]): this {
    const collect = (record: object) => {
      nameRoute(record, this.path, this.#naming)
      this.#records.add(record)
    }
    const registrar = (this.#registrars as Record<string, Registrar>)[method]
    collectRoutes(collect, () => registrar?.call(this.#registrars, this.path, ...callbacks))
    return this
  }
}

for (const method of [...methods, 'all']) {
  const register = function (this: NamedRoute, ...callbacks: unknown[]) {
    return this.register(method, callbacks)
  }
  Object.assign(NamedRoute.prototype, { [method]: register })
}

/** `app.namedRoute` and `router.namedRoute`. */
export function createNamedRoute(
  registrars: object,
  router: object,
  path: unknown,
  options: unknown,
): NamedRoute {
  if (!path) throw new TypeError(`namedRoute() requires a path, got ${inspect(path)}`)
  return new NamedRoute(registrars, router, path, options)
}
