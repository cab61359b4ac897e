import { greeting } from './greeting.js'

/** The HTML of the page for a request. */
export function render(req) {
  return `<h1>${greeting}</h1><button>${Number(req.query.from) || 0}</button>`
}
