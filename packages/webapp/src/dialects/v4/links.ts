import type { Res } from '../../http/exchange.ts'

/** `res.links(links)` before 5.x: only one URL for each relation. */
export function links(this: Res, links: Record<string, unknown>): Res {
  const before = this.get('Link') || ''
  const added = Object.keys(links).map((rel) => `<${links[rel]}>; rel="${rel}"`)
  return this.set('Link', (before ? `${before}, ` : '') + added.join(', '))
}
