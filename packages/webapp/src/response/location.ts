import encodeUrl from 'encodeurl'
import escapeHtml from 'escape-html'
import statuses from 'statuses'
import { deprecate } from '../errors/deprecation.ts'
import type { Res } from '../http/exchange.ts'
import { withLength } from '../surface/expose.ts'

export const location = {
  location(this: Res, url: string): Res {
    return this.set('Location', encodeUrl(url))
  },

  redirect(this: Res, ...args: [url: string] | [status: number, url: string]): void {
    const [status, url] = args.length === 2 ? args : [302, args[0]]
    if (!url) deprecate('Provide a url argument')
    if (typeof url !== 'string') deprecate('Url must be a string')
    if (typeof status !== 'number') deprecate('Status must be a number')
    sendRedirect(this, status, url, renderPage)
  },
}

withLength(1, location.redirect)

function renderPage(reason: string, address: string): string {
  const text = `${reason}. Redirecting to ${address}`
  return `<!DOCTYPE html><head><title>${reason}</title></head><body><p>${text}</p></body>`
}

/** Sets Location and answers with a line of text or a page for whoever does not follow it. */
export function sendRedirect(
  res: Res,
  status: number,
  url: string,
  page: (reason: string, address: string) => string,
): void {
  const address = String(res.location(url).get('Location'))
  const body = describeRedirect(res, status, address, page)
  res.status(status)
  res.set('Content-Length', Buffer.byteLength(body))
  if (res.req.method === 'HEAD') res.end()
  else res.end(body)
}

function describeRedirect(
  res: Res,
  status: number,
  address: string,
  page: (reason: string, address: string) => string,
): string {
  const reason = String(statuses.message[status])
  let body = ''
  res.format({
    text: () => {
      body = `${reason}. Redirecting to ${address}`
    },
    html: () => {
      body = page(reason, escapeHtml(address))
    },
    default: () => {
      body = ''
    },
  })
  return body
}
