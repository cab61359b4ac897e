import encodeUrl from 'encodeurl'
import statuses from 'statuses'
import { deprecate } from '../errors/deprecation.ts'
import { givesHints, reportMistake } from '../errors/mistakes.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { Res } from '../http/exchange.ts'
import { withLength } from '../members/expose.ts'
import { declareLength } from './describe-body.ts'
import { MemberHead } from './member-head.ts'

export const location = {
  location(this: Res, url: string): Res {
    return setLocation(this, encodeUrl(url))
  },

  redirect(this: Res, ...args: [url: string] | [status: number, url: string]): void {
    const [status, url] = args.length === 2 ? args : [302, args[0]]
    if (!url && !isHinted(this, url)) deprecate('Provide a url argument')
    if (typeof url !== 'string' && !isHinted(this, url)) deprecate('Url must be a string')
    if (typeof status !== 'number') deprecate('Status must be a number')
    if (url === 'back') reportMistake({ kind: 'redirect', url }, this.app?.settings)
    sendRedirect(this, status, url, redirectStyle)
  },
}

withLength(1, location.redirect)

/** Whether a hint of `sendRedirect` takes the place of the notices, which no listener expects. */
function isHinted(res: Res, url: unknown): boolean {
  if (!isMissing(url) || process.listenerCount('deprecation') > 0) return false
  return givesHints(res.app?.settings)
}

function isMissing(url: unknown): boolean {
  return url === undefined || url === null
}

// Browsers treat a backslash as a slash, and ignore tabs and leading control characters and spaces.
const OTHER_HOST = /^[\0- ]*[\\/]\t*[\\/]/

/** Sets Location. With 'strict redirects', prevents open redirects such as `//evil.example`. */
export function setLocation(res: Res, address: string): Res {
  if (res.app.settings['strict redirects'] && OTHER_HOST.test(address)) {
    throw new TypeError(
      `"${address}" leads to another host: name its scheme, or begin with one '/'`,
    )
  }
  return res.set('Location', address)
}

/** The body and status of a redirect in a dialect. */
export interface RedirectStyle {
  /** The plain text body. */
  readonly text?: (reason: string, address: string) => string
  /** The HTML body; both arguments are already escaped. */
  readonly page: (reason: string, address: string) => string
  readonly setStatus: (res: Res, status: number) => void
  /** Ends the response to HEAD. */
  readonly endHead: (res: Res) => void
}

/** A whole HTML document. */
export const redirectStyle: RedirectStyle = {
  page(reason, address) {
    const text = `${reason}. Redirecting to ${address}`
    return `<!DOCTYPE html><head><title>${reason}</title></head><body><p>${text}</p></body>`
  },
  setStatus: (res, status) => res.status(status),
  endHead: (res) => res.end(),
}

/** Sets Location and sends a text or HTML body. */
export function sendRedirect(res: Res, status: number, url: string, style: RedirectStyle): void {
  if (isMissing(url)) reportMistake({ kind: 'redirect', url }, res.app?.settings)
  const address = String(res.location(url).get('Location'))
  const body = describeRedirect(res, status, address, style)
  style.setStatus(res, status)
  declareLength(new MemberHead(res), res, Buffer.byteLength(body))
  if (res.req.method === 'HEAD') style.endHead(res)
  else res.end(body)
}

function describeRedirect(res: Res, status: number, address: string, style: RedirectStyle): string {
  const reason = String(statuses.message[status])
  let body = ''
  res.format({
    text: () => {
      body = style.text?.(reason, address) ?? `${reason}. Redirecting to ${address}`
    },
    html: () => {
      body = style.page(reason, escapeHtml(address))
    },
    default: () => {
      body = ''
    },
  })
  return body
}
