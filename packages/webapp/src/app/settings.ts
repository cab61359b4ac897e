import { resolve } from 'node:path'
import { parse } from 'node:querystring'
import { inspect } from 'node:util'
import { compile as compileProxyTrust } from 'proxy-addr'
import type { EtagFunction } from '../http/etag.ts'
import type { Settings } from '../http/exchange.ts'
import { FORWARDED_SETTING } from '../http/trusted-hops.ts'
import type { TrustFunction } from '../http/x-forwarded.ts'
import type { QueryParser } from '../members/dialect-members.ts'
import { METHOD_SETTING, methodChecks } from '../router/method-check.ts'
import { showCaller } from '../runtime/caller-stack.ts'
import type { Application } from './application.ts'
import type { SettingsPolicy } from './dialect.ts'

/** Marks a default 'trust proxy': a mounted app with the default inherits that of its parent. */
const TRUST_PROXY_IS_DEFAULT = '@@symbol:trust_proxy_default'

/** A setting of the application, or of one that it is mounted in. */
export function readSetting(settings: Settings, name: string): unknown {
  if (name in Object.prototype && !isSet(settings, name)) return undefined
  return settings[name]
}

function isSet(settings: Settings, name: string): boolean {
  for (let table = settings; table !== null; table = Object.getPrototypeOf(table)) {
    if (table !== Object.prototype && Object.hasOwn(table, name)) return true
  }
  return false
}

/** Writes a setting, and the function that it configures if there is one. */
export function writeSetting(
  app: Pick<Application, 'set' | 'settings'>,
  name: string,
  value: unknown,
  policy: SettingsPolicy,
): void {
  const { settings } = app
  settings[name] = value
  if (name === 'etag') app.set('etag fn', compileEtag(value, policy))
  else if (name === 'query parser') app.set('query parser fn', compileQueryParser(value, policy))
  else if (name === 'trust proxy') {
    app.set('trust proxy fn', compileTrust(value))
    markTrustProxy(settings, false)
  } else if (name === FORWARDED_SETTING) checkForwarded(value)
  else if (name === METHOD_SETTING) methodChecks.areOn ||= Boolean(value)
}

/** Writes the settings that every application starts with. */
export function writeDefaultSettings(app: Application): void {
  const env = process.env.NODE_ENV || 'development'
  app.enable('x-powered-by')
  app.set('etag', 'weak')
  app.set('env', env)
  app.set('query parser', 'simple')
  app.set('subdomain offset', 2)
  distrustProxies(app)
}

/** Trusts no proxy, unless the application is mounted in one that does. */
export function distrustProxies(app: Pick<Application, 'set' | 'settings'>): void {
  app.set('trust proxy', false)
  markTrustProxy(app.settings, true)
}

/** Lets a mounted app inherit the settings that it does not set itself. */
export function inheritSettings(own: Settings, parent: Settings): void {
  const isDefault = Object.getOwnPropertyDescriptor(own, TRUST_PROXY_IS_DEFAULT)?.value === true
  if (isDefault && typeof parent['trust proxy fn'] === 'function') {
    delete own['trust proxy']
    delete own['trust proxy fn']
  }
  Object.setPrototypeOf(own, parent)
}

export function defaultViewsDirectory(): string {
  return resolve('views')
}

function markTrustProxy(settings: Settings, isDefault: boolean): void {
  Object.defineProperty(settings, TRUST_PROXY_IS_DEFAULT, { configurable: true, value: isDefault })
}

function compileEtag(value: unknown, policy: SettingsPolicy): EtagFunction | undefined {
  if (typeof value === 'function') return value as EtagFunction
  switch (value) {
    case true:
    case 'weak':
      return policy.weakEtag
    case 'strong':
      return policy.strongEtag
    case false:
      return undefined
    default:
      throw new TypeError(`unknown value for etag function: ${value}`)
  }
}

function compileQueryParser(value: unknown, policy: SettingsPolicy): QueryParser | undefined {
  if (typeof value === 'function') return value as QueryParser
  switch (value) {
    case true:
    case 'simple':
      return parse as QueryParser
    case 'extended':
      return policy.extendedQuery
    case false:
      return policy.noQuery
    default:
      throw new TypeError(`unknown value for query parser function: ${value}`)
  }
}

function checkForwarded(value: unknown): void {
  if (!value || value === 'Forwarded' || value === 'X-Forwarded') return
  throw new TypeError(
    `the setting '${FORWARDED_SETTING}' is 'Forwarded' or 'X-Forwarded', got ${inspect(value)}`,
  )
}

function compileTrust(value: unknown): TrustFunction {
  if (typeof value === 'function') return value as TrustFunction
  if (value === true) return () => true
  if (typeof value === 'number') return (_address, hop) => hop < value
  const addresses = typeof value === 'string' ? value.split(',').map((v) => v.trim()) : value
  try {
    return compileProxyTrust((addresses || []) as string[])
  } catch (error) {
    throw showCaller(error, true)
  }
}
