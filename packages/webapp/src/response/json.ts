import type { Res, Settings } from '../http/exchange.ts'
import { showCaller } from '../node/caller-stack.ts'
import { sendTextInOneWrite } from './send-text.ts'

const JSON_TYPE = { unset: 'application/json; charset=utf-8' }

export const json = {
  json(this: Res, body?: unknown): Res {
    const text = stringify(body, this.app.settings)
    if (text !== undefined && sendTextInOneWrite(this, text, JSON_TYPE)) return this
    if (!this.get('Content-Type')) this.set('Content-Type', 'application/json')
    return this.send(text)
  },

  jsonp(this: Res, body?: unknown): Res {
    const { settings } = this.app
    const text = stringify(body, settings)
    const named = this.req.query[settings['jsonp callback name'] as string]
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

function stringify(value: unknown, settings: Settings): string | undefined {
  const replacer = settings['json replacer'] as Replacer | undefined
  const spaces = settings['json spaces'] as number | string | undefined
  try {
    const text: string | undefined =
      replacer || spaces ? JSON.stringify(value, replacer, spaces) : JSON.stringify(value)
    return settings['json escape'] && text !== undefined ? escapeMarkup(text) : text
  } catch (error) {
    throw showCaller(error)
  }
}

const ESCAPES: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }

function escapeMarkup(text: string): string {
  return text.replace(/[<>&]/g, (char) => ESCAPES[char] as string)
}
