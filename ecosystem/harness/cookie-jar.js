/** Cookies of one site, without paths: what is set is sent, what has ended is not. */
export class CookieJar {
  /** @type {Map<string, string>} */
  #pairs = new Map()

  /** @param {readonly string[]} lines */
  keep(lines) {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.some(hasEnded)) this.#pairs.delete(name)
      else this.#pairs.set(name, pair)
    }
  }

  /** @returns {Record<string, string>} */
  headers() {
    return this.#pairs.size === 0 ? {} : { Cookie: [...this.#pairs.values()].join('; ') }
  }
}

/** @param {string} attribute */
function hasEnded(attribute) {
  const [name, value = ''] = attribute.split('=')
  if (name === 'Max-Age') return Number(value) <= 0
  return name === 'Expires' && Date.parse(value) < Date.now()
}
