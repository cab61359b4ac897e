/**
 * One value of the `Link` header (RFC 8288). Encodes the characters that would end the URL or the
 * relation, so that neither can add a link or a parameter.
 */
export function formatLink(url: unknown, relation: string): string {
  return `<${encode(`${url}`, ENDS_URL)}>; rel="${encode(relation, ENDS_RELATION)}"`
}

// Also '<' and '"': many clients split the header at every ', <', whatever is in quotes.
const ENDS_URL = /[<>"]/g
const ENDS_RELATION = /[<>"\\]/g

function encode(text: string, unsafe: RegExp): string {
  return text.replace(unsafe, encodeURIComponent)
}
