const MEMBER = 1
const STRANGER = 2

/**
 * The characters that one atom of a regular expression (`a`, `\d`, `[^/]`, `.`) stands for.
 *
 * The RegExp itself is asked, so case folding and escapes are those of the engine; it is asked once
 * for each character of Latin-1, which is all that Node lets through in the target of a request.
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
