import type { App, Settings } from '../http/exchange.ts'

const kReadsSettings = Symbol('webapp.reads-settings')

type Marked = { readonly [kReadsSettings]?: true } | undefined

/** Marks a member of an application that reads settings and does nothing else. */
export function readsSettings<T extends object>(member: T): T {
  return Object.defineProperty(member, kReadsSettings, { value: true })
}

/**
 * The settings of an application. As in Express, a program that replaced `app.get` or `app.set`
 * sees each access.
 */
export function settingsOf(app: App): Settings {
  return areSettingsObserved(app) ? throughMembers(app) : app.settings
}

/** Whether a program replaced a member through which Express reads settings. */
export function areSettingsObserved(app: App): boolean {
  const { get, set } = app as { get?: Marked; set?: Marked }
  const isUnobserved = get?.[kReadsSettings] === true && set?.[kReadsSettings] === true
  return !isUnobserved && typeof get === 'function'
}

/** Whether a setting is on. A program that replaced `app.enabled` or `app.set` sees the call. */
export function isEnabled(app: App, name: string): boolean {
  const { enabled, set } = app as { enabled?: Marked; set?: Marked }
  return enabled?.[kReadsSettings] === true && set?.[kReadsSettings] === true
    ? Boolean(app.settings[name])
    : app.enabled(name)
}

function throughMembers(app: App): Settings {
  return new Proxy(app.settings, { get: (_settings, name) => app.get(String(name)) })
}
