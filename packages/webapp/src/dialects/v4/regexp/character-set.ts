const MEMBER = 1
const STRANGER = 2

/**
 * The characters that one atom of a regular expression (`a`, `\d`, `[^/]`, `.`) matches.
 *
 * The atom is run as a RegExp, so that case folding and escapes are those of V8. The result is
 * cached for each Latin-1 character; Node allows no other characters in a request target.
 */
export class CharacterSet {
  readonly #regexp: RegExp
  readonly #known = new Uint8Array(256)

  constructor(atom: string, flags: string) {
    this.#regexp = new RegExp(atom, flags)
  }

  has(code: number): boolean {
    const known = this.#known[code]
    if (known === MEMBER) return true
    if (known === STRANGER) return false
    const isMember = this.#regexp.test(String.fromCharCode(code))
    if (code < this.#known.length) this.#known[code] = isMember ? MEMBER : STRANGER
    return isMember
  }
}
