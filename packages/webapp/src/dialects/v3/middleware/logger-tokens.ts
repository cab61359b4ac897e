import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request or response with the time at which it began, of `process.hrtime`. */
export interface Timed {
  _startAt?: [seconds: number, nanoseconds: number] | undefined
  _startTime?: Date | undefined
}

export type LoggedRequest = IncomingMessage &
  Timed & { _remoteAddress?: string | undefined; ip?: string; originalUrl?: string }
export type LoggedResponse = ServerResponse & Timed

export type Token = (req: LoggedRequest, res: LoggedResponse, ...args: string[]) => unknown

const common =
  ':remote-addr - :remote-user [:date[clf]] ":method :url HTTP/:http-version" :status ' +
  ':res[content-length]'
const combined = `${common} ":referrer" ":user-agent"`

/** Formats that are lines with tokens. */
export const lines = {
  combined,
  common,
  default: combined,
  short:
    ':remote-addr :remote-user :method :url HTTP/:http-version :status ' +
    ':res[content-length] - :response-time ms',
  tiny: ':method :url :status :res[content-length] - :response-time ms',
}

/** The line of the format `dev`, with a colour for the class of the status. */
export function developmentLine(status: number | undefined): string {
  const colour = [0, 0, 32, 36, 33, 31][Math.min(5, Math.floor((status ?? 0) / 100))] ?? 0
  return (
    `\u001b[0m:method :url \u001b[${colour}m:status \u001b[0m:response-time ms - ` +
    ':res[content-length]\u001b[0m'
  )
}

/** The tokens of 3.x; those with data of the client are escaped. */
export const tokens = {
  url: (req) => escapeText(req.originalUrl || req.url),
  method: (req) => escapeText(req.method),
  'response-time': (req, res, digits = '3') => {
    if (!req._startAt || !res._startAt) return undefined
    const seconds = res._startAt[0] - req._startAt[0]
    const nanoseconds = res._startAt[1] - req._startAt[1]
    return (seconds * 1e3 + nanoseconds * 1e-6).toFixed(Number(digits))
  },
  date: (_req, _res, form = 'web') => {
    const now = new Date()
    if (form === 'clf') return toCommonLogDate(now)
    if (form === 'iso') return now.toISOString()
    return form === 'web' ? now.toUTCString() : undefined
  },
  status: (_req, res) => (res.headersSent ? String(res.statusCode) : undefined),
  referrer: (req) => escapeText(req.headers.referer || req.headers.referrer),
  'remote-addr': (req) => escapeText(req.ip || req._remoteAddress || req.socket?.remoteAddress),
  'remote-user': (req) => escapeText(userOf(req.headers.authorization)),
  'http-version': (req) => `${req.httpVersionMajor}.${req.httpVersionMinor}`,
  'user-agent': (req) => escapeText(req.headers['user-agent']),
  req: (req, _res, name = '') => escapeText(req.headers[name.toLowerCase()]),
  res: (_req, res, name = '') => (res.headersSent ? escapeText(res.getHeader(name)) : undefined),
} satisfies Record<string, Token>

/** Escapes text, so that a client cannot end a line or a quotation, or colour a terminal. */
function escapeText(value: unknown): unknown {
  const text = Array.isArray(value) ? value.join(', ') : value
  if (typeof text !== 'string') return text
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u007f-\u009f\u2028\u2029]/g, toEscape)
}

export function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const BASIC = /^ *basic +([\w.~+/-]+=*) *$/i

function userOf(authorization: string | undefined): string | undefined {
  const [, encoded] = BASIC.exec(authorization ?? '') ?? []
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  return pair.includes(':') ? pair.split(':', 1)[0] : undefined
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `10/Oct/2000:13:55:36 +0000` */
function toCommonLogDate(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split(/T|\./)
  return `${day.slice(8)}/${MONTHS[date.getUTCMonth()]}/${day.slice(0, 4)}:${time} +0000`
}
