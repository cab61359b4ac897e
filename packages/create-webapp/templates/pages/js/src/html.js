const replacements = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export class Html {
  constructor(text) {
    this.text = text
  }
}

/**
 * A template whose values are escaped, unless they are HTML of this function themselves. The items
 * of a list follow each other; `undefined` and `false` are empty.
 */
export function html(strings, ...values) {
  const parts = strings.map((text, at) => text + (at < values.length ? toText(values[at]) : ''))
  return new Html(parts.join(''))
}

function toText(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  if (value === undefined || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => replacements[character])
}
