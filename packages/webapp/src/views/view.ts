import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { OWN_FILE } from '../errors/call-site.ts'
import { nextTick } from '../runtime/timers.ts'

export type EngineCallback = (error: unknown, html?: string) => void
export type Engine = (path: string, options: object, callback: EngineCallback) => unknown

export interface ViewOptions {
  readonly defaultEngine?: string | undefined
  readonly root: string | readonly string[]
  readonly engines: Record<string, Engine>
}

/** A template file and the engine that renders it. */
export class View {
  defaultEngine: string | undefined
  ext: string
  name: string
  root: string | readonly string[]
  engine: Engine
  path: string | undefined

  constructor(name: string, options: ViewOptions) {
    this.defaultEngine = options.defaultEngine
    this.ext = extname(name)
    this.name = name
    this.root = options.root
    if (!this.ext && !this.defaultEngine) {
      throw new Error('No default engine was specified and no extension was provided.')
    }
    let file = name
    if (!this.ext) {
      this.ext = withDot(this.defaultEngine as string)
      file += this.ext
    }
    options.engines[this.ext] ??= loadEngine(this.ext.slice(1), options.root)
    this.engine = options.engines[this.ext] as Engine
    this.path = this.lookup(file)
  }

  /** The first file with the given name in the view directories. */
  lookup(name: string): string | undefined {
    for (const root of [this.root].flat() as string[]) {
      const location = resolve(root, name)
      const found = this.resolve(dirname(location), basename(location))
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Renders with the engine. Always calls back asynchronously, even if the engine does not. Returns
   * the engine's result, which may be a promise.
   */
  render(options: object, callback: EngineCallback): unknown {
    let returned = false
    const result = this.engine(this.path as string, options, function (this: unknown, ...args) {
      if (returned) callback.apply(this, args)
      else nextTick(() => callback.apply(this, args))
    })
    returned = true
    return result
  }

  /** `<dir>/<file>` or `<dir>/<name>/index.<ext>`: the first that is a file. */
  resolve(dir: string, file: string): string | undefined {
    const candidates = [join(dir, file), join(dir, basename(file, this.ext), `index${this.ext}`)]
    return candidates.find(isFile)
  }
}

function withDot(extension: string): string {
  return extension.startsWith('.') ? extension : `.${extension}`
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Loads the package named like the extension; its engine is `__webapp` or `__express`. */
function loadEngine(name: string, root: string | readonly string[]): Engine {
  const loaded = requireFrom(name, root) as { __webapp?: unknown; __express?: unknown }
  const engine = loaded.__webapp ?? loaded.__express
  if (typeof engine !== 'function') {
    throw new Error(`Module "${name}" does not provide a view engine.`)
  }
  return engine as Engine
}

// The application installs the engine. It is resolvable from our files if packages are installed
// flat, else from the view directory or the working directory.
function requireFrom(name: string, root: string | readonly string[]): unknown {
  const folders = [root].flat().map((dir) => join(dir, 'view'))
  const bases = [OWN_FILE ?? [], folders, resolve('view')].flat()
  const loaders = bases.map((base) => createRequire(resolve(base)))
  const loader = loaders.find((load) => canResolve(load, name)) ?? (loaders[0] as NodeJS.Require)
  return loader(name)
}

function canResolve(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name)
    return true
  } catch {
    return false
  }
}
