import { reportStray } from '../errors/callback-errors.ts'
import { reportMistake } from '../errors/mistakes.ts'
import type { App, Req, Res, Settings } from '../http/exchange.ts'
import { kSendJsonText } from '../http/json-text.ts'
import { settingsOf } from '../members/settings.ts'
import { showCaller } from '../runtime/caller-stack.ts'
import { reportLostStatus } from './lost-status.ts'
import { type SendPolicy, sendJson } from './send.ts'

type EscapeReader = (settings: Settings, app: App) => unknown

/** `res.json` and `res.jsonp` of a dialect. */
export function createJsonMembers(sending: SendPolicy, readEscape: EscapeReader = readSetting) {
  return {
    json(this: Res, body?: unknown, lost?: unknown): Res {
      if (lost !== undefined && typeof body === 'number') reportLostStatus(this, 'json', body, lost)
      return sendJson(this, stringify(body, this, readEscape), sending)
    },

    jsonp(this: Res, body?: unknown): Res {
      const text = stringify(body, this, readEscape)
      const { query } = this.req
      const named = query[settingsOf(this.app)['jsonp callback name'] as string]
      const callback = Array.isArray(named) ? named[0] : named
      if (!this.get('Content-Type')) {
        this.set('X-Content-Type-Options', 'nosniff')
        this.set('Content-Type', 'application/json')
      }
      if (typeof callback !== 'string' || callback.length === 0) return this.send(text)
      this.set('X-Content-Type-Options', 'nosniff')
      this.set('Content-Type', 'text/javascript')
      return this.send(wrapInCall(callback, text))
    },
  }
}

function readSetting(settings: Settings): unknown {
  return settings['json escape']
}

/** Marks a function as `res.json` of a dialect, which also sends bodies that are JSON already. */
export function takeJsonText<T extends object>(own: T, sending: SendPolicy): T {
  const send = (res: Res, text: string) => sendJson(res, text, sending)
  return Object.defineProperty(own, kSendJsonText, { value: send })
}

/** A script that calls the client's function with the body, if the page defines that function. */
function wrapInCall(callback: string, text: string | undefined): string {
  const name = callback.replace(/[^[\]\w$.]/g, '')
  // The comment prevents the Rosetta Flash attack: the body cannot begin like a SWF file.
  return `/**/ typeof ${name} === 'function' && ${name}(${escapeLines(text)});`
}

// JSON allows U+2028 and U+2029 in strings; JavaScript before ES2019 treats them as line ends.
function escapeLines(text: string | undefined): string {
  if (text === undefined) return ''
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

type Replacer = (key: string, value: unknown) => unknown

function stringify(
  value: unknown,
  { app, req }: Res,
  readEscape: EscapeReader,
): string | undefined {
  const settings = settingsOf(app)
  const isEscaped = readEscape(settings, app)
  const replacer = settings['json replacer'] as Replacer | undefined
  const spaces = settings['json spaces'] as number | string | undefined
  try {
    const watched = typeof replacer === 'function' ? watchReplacer(replacer, req) : replacer
    const plain = watched === undefined ? watchToJson(value, req) : value
    const text: string | undefined =
      watched || spaces ? JSON.stringify(plain, watched, spaces) : JSON.stringify(plain)
    if (text === '{}' && value instanceof Promise) reportMistake({ kind: 'promise' }, app.settings)
    return isEscaped && text !== undefined ? escapeMarkup(text) : text
  } catch (error) {
    throw showCaller(error)
  }
}

/** A replacer, the promises of which may be rejected: they are sent as `{}`. */
function watchReplacer(replacer: Replacer, req: Req): Replacer {
  return function (this: unknown, key, value) {
    const replaced = replacer.call(this, key, value)
    reportStray(value, req) // The result of `toJSON`.
    reportStray(replaced, req)
    return replaced
  }
}

/** A value whose own `toJSON` may return a promise that is rejected. */
function watchToJson(value: unknown, req: Req): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function') return value
  const plain: unknown = toJSON.call(value, '')
  reportStray(plain, req)
  // JSON.stringify does not call `toJSON` of the result again.
  return { toJSON: () => plain }
}

const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }

function escapeMarkup(text: string): string {
  return text.replace(/[<>&]/g, (char) => ESCAPES[char] as string)
}
