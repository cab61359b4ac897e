import { isThenable, passRejection } from '../errors/callback-errors.ts'
import { reportMistake } from '../errors/mistakes.ts'
import type { RenderCallback } from '../http/exchange.ts'
import { showCaller } from '../runtime/caller-stack.ts'
import type { View } from '../views/view.ts'
import type { Application } from './application.ts'

type ViewClass = new (name: string, options: object) => View

interface RenderOptions {
  cache?: unknown
  _locals?: object
}

/** Renders a view with the locals of the application, of the response and of this call. */
export function render(
  this: Application,
  name: string,
  options?: object | RenderCallback | null,
  callback?: RenderCallback,
): void {
  const done = (typeof options === 'function' ? options : callback) as RenderCallback
  const given = (typeof options === 'function' || !options ? {} : options) as RenderOptions
  const locals: RenderOptions = { ...this.locals, ...given._locals, ...given }
  locals.cache ??= this.enabled('view cache')
  // Not through `app.enabled`: a program that replaced it expects the calls of Express.
  if (this.settings[URL_SETTING]) addUrl(locals, this)
  const view = findView(this, name, Boolean(locals.cache), done)
  if (view !== undefined) tryRender(this, view, locals, done)
}

/** The setting that gives `url` to views. */
const URL_SETTING = 'url in views'

/** Gives views the URLs of routes, unless they have a variable of that name. */
function addUrl(locals: object, app: Application): void {
  if ('url' in locals) return
  const url = (...args: Parameters<Application['url']>) => app.url(...args)
  Object.assign(locals, { url })
}

function findView(
  app: Application,
  name: string,
  cached: boolean,
  done: RenderCallback,
): View | undefined {
  // A name may come from a request, and the table inherits from Object.prototype as in Express.
  const isCached = cached && !(name in Object.prototype)
  const known = isCached ? app.cache[name] : undefined
  if (known !== undefined) return known
  const view = createView(app, name)
  if (!view.path) {
    done(lookupError(name, view))
    return undefined
  }
  if (isCached) app.cache[name] = view
  return view
}

function createView(app: Application, name: string): View {
  const View = app.get('view') as ViewClass
  try {
    return new View(name, {
      defaultEngine: app.get('view engine'),
      root: app.get('views'),
      engines: app.engines,
    })
  } catch (error) {
    const engine = app.get('view engine')
    reportMistake({ kind: 'engine', view: name, engine, error }, app.settings)
    throw showCaller(error)
  }
}

function lookupError(name: string, view: View): Error {
  const { root } = view
  const dirs =
    Array.isArray(root) && root.length > 1
      ? `directories "${root.slice(0, -1).join('", "')}" or "${root.at(-1)}"`
      : `directory "${root}"`
  return Object.assign(new Error(`Failed to lookup view "${name}" in views ${dirs}`), { view })
}

function tryRender(app: Application, view: View, locals: object, done: RenderCallback): void {
  try {
    const result = view.render(locals, done)
    if (isThenable(result) && app.settings['catch rejections'] !== false) {
      result.then(null, (error: unknown) => passRejection(error, done))
    }
  } catch (error) {
    done(error)
  }
}
