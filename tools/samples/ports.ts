import { freePorts } from '../free-ports.ts'

// A port is a number in the place of one: other numbers of the same value stay as they are.
const PLACE =
  /(listen\(\s*|localhost:|127\.0\.0\.1:|\[::1\]:|0\.0\.0\.0:|\bports?['"]?\s*(?:[:=?|]+)\s*['"]?|\?\?\s*['"]?|\|\|\s*['"]?|--port[ =])(\d{4,5})\b/gi

const given = new Set<number>()

/** A port that no other page of this run has. */
async function nextPort(): Promise<number> {
  for (;;) {
    const [port = 0] = await freePorts(1)
    if (given.has(port)) continue
    given.add(port)
    return port
  }
}

/**
 * Replaces the ports of a page by free ones, in programs and commands, and puts them back into the
 * output: pages run at the same time.
 */
export class Ports {
  readonly #free = new Map<string, number>()

  /** Chooses a free port for each port that the texts name, and for 3000. */
  static async of(texts: readonly string[]): Promise<Ports> {
    const ports = new Ports()
    const named = new Set(['3000'])
    for (const text of texts) {
      for (const [, , port = ''] of text.matchAll(
        /(listen\(\s*|localhost:|127\.0\.0\.1:|PORT\W{1,8}?)(\d{4,5})\b/g,
      )) {
        named.add(port)
      }
    }
    await ports.#choose(named)
    return ports
  }

  /** Fresh ports for one more program of the page, which runs next to the others. */
  async fresh(): Promise<Ports> {
    const ports = new Ports()
    await ports.#choose(this.#free.keys())
    return ports
  }

  async #choose(named: Iterable<string>): Promise<void> {
    for (const port of named) this.#free.set(port, await nextPort())
  }

  get(port: string): number {
    return this.#free.get(port) ?? Number(port)
  }

  /** The text with free ports. */
  apply(text: string): string {
    return text.replace(PLACE, (all, place: string, port: string) => {
      const free = this.#free.get(port)
      return free === undefined ? all : `${place}${free}`
    })
  }

  /** The free ports that a program listens on, not those of its URLs. */
  listenedOn(text: string): number[] {
    const own = text.replace(/(localhost|\d+\.\d+\.\d+\.\d+|\]):\d+/g, '')
    return [...this.#free.values()].filter((port) => new RegExp(`\\b${port}\\b`).test(own))
  }

  /** The output with the ports of the page. */
  restore(text: string): string {
    let restored = text
    for (const [port, free] of this.#free) restored = restored.replaceAll(String(free), port)
    return restored
  }
}
