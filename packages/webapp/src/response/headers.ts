import { extname } from 'node:path'
import vary from 'vary'
import { attachmentNamed } from '../http/disposition.ts'
import type { HeaderValue, Res } from '../http/exchange.ts'
import { formatLink } from '../http/link.ts'
import { contentTypeOf } from '../http/media-type.ts'
import { withLength } from '../members/expose.ts'

type CharsetRule = (type: string) => string | false

/** `res.set(field, value)` and `res.set({ field: value })`, also known as `res.header`. */
export function createHeaderSetter(withCharset: CharsetRule) {
  const header = function header(
    this: Res,
    ...args: [field: string | object, value?: unknown]
  ): Res {
    const [field, value] = args
    if (args.length === 2) setHeader(this, field as string, value, withCharset)
    else for (const name in field as object) this.set(name, (field as never)[name])
    return this
  }
  return withLength(2, header)
}

function setHeader(res: Res, field: string, value: unknown, withCharset: CharsetRule): void {
  let text: unknown = Array.isArray(value) ? value.map(String) : String(value)
  if (field.toLowerCase() === 'content-type') {
    if (Array.isArray(text)) throw new TypeError('Content-Type cannot be set to an Array')
    text = withCharset(text as string)
  }
  res.setHeader(field, text as string)
}

/** `res.type(type)`: takes a media type or a file extension. */
export function contentType(this: Res, type: string): Res {
  return this.set('Content-Type', contentTypeOf(type))
}

export const headers = {
  links(this: Res, links: Record<string, string | string[]>): Res {
    const before = this.get('Link') || ''
    const added = Object.keys(links).map((rel) =>
      [links[rel]]
        .flat()
        .map((url) => formatLink(url, rel))
        .join(', '),
    )
    return this.set('Link', (before ? `${before}, ` : '') + added.join(', '))
  },

  append(this: Res, field: string, value: string | string[]): Res {
    const before = this.get(field)
    return this.set(field, before ? [before, value].flat() : value)
  },

  get(this: Res, field: string): HeaderValue | undefined {
    return this.getHeader(field)
  },

  vary(this: Res, field: string | string[]): Res {
    const joined = vary.append([this.getHeader('Vary') || ''].flat().join(', '), field)
    if (joined) this.setHeader('Vary', joined)
    return this
  },

  attachment(this: Res, filename?: string): Res {
    if (filename) this.type(extname(filename))
    this.set('Content-Disposition', attachmentNamed(filename))
    return this
  },
}
