import type { Res } from '../../http/exchange.ts'
import { formatLink } from '../../http/link.ts'

/** `res.links(links)` before 5.x: only one URL for each relation. */
export function links(this: Res, links: Record<string, unknown>): Res {
  const before = this.get('Link') || ''
  const added = Object.keys(links).map((rel) => formatLink(links[rel], rel))
  return this.set('Link', (before ? `${before}, ` : '') + added.join(', '))
}
