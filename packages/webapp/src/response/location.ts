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
    const address = String(this.location(url).get('Location'))
    const body = describeRedirect(this, status, address)
    this.status(status)
    this.set('Content-Length', Buffer.byteLength(body))
    if (this.req.method === 'HEAD') this.end()
    else this.end(body)
  },
}

withLength(1, location.redirect)

/** A line of text or a small page for the people whose client does not follow. */
function describeRedirect(res: Res, status: number, address: string): string {
  const reason = statuses.message[status]
  let body = ''
  res.format({
    text: () => {
      body = `${reason}. Redirecting to ${address}`
    },
    html: () => {
      const shown = escapeHtml(address)
      body =
        `<!DOCTYPE html><head><title>${reason}</title></head>` +
        `<body><p>${reason}. Redirecting to ${shown}</p></body>`
    },
    default: () => {
      body = ''
    },
  })
  return body
}
