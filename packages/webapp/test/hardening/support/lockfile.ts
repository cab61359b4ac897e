/** An installed package, as the lockfile describes it. */
interface Locked {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly hasInstallScript?: boolean
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>
}

/** Where everything is installed that a package pulls in, the package itself left out. */
export function runtimeClosure(lockfile: Lockfile, root: string): string[] {
  const found = new Set<string>()
  const waiting = [root]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { dependencies, optionalDependencies } = lockfile.packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const installed = locate(lockfile, place, name)
      if (found.has(installed)) continue
      found.add(installed)
      waiting.push(installed)
    }
  }
  return [...found]
}

/** What Node finds for a name from a place: the nearest node_modules on the way up. */
function locate({ packages }: Lockfile, from: string, name: string): string {
  const folders = from.split('/')
  for (let depth = folders.length; depth >= 0; depth--) {
    const place = [...folders.slice(0, depth), 'node_modules', name].join('/')
    if (place in packages) return place
  }
  throw new Error(`${name}, which ${from} needs, is not in package-lock.json`)
}

/** `name@version`; an alias is told by the package that it stands for. */
export function identify({ packages }: Lockfile, place: string): string {
  const { name, version } = packages[place] ?? {}
  return `${name ?? place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`
}
