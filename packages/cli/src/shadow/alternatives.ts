import type { Reply } from './exchange.ts'
import type { Frame } from './protocol.ts'

/** Requests of which responses are remembered, and how many of each. */
const MOST_REQUESTS = 500
const MOST_REPLIES = 8

/** Bytes of a body that is remembered. */
const LARGEST = 4096

/**
 * Responses of Express to requests whose responses alternate, such as between two texts. A few samples
 * of such a response may agree by chance.
 */
export class Alternatives {
  readonly #replies = new Map<string, Reply[]>()

  of(frame: Frame): readonly Reply[] {
    return this.#replies.get(keyOf(frame)) ?? []
  }

  add(frame: Frame, replies: readonly Reply[]): void {
    const key = keyOf(frame)
    const known = this.#replies.get(key) ?? []
    for (const reply of replies) {
      if (reply.size > LARGEST || known.some((each) => isSame(each, reply))) continue
      known.push(reply)
    }
    this.#replies.delete(key)
    this.#replies.set(key, known.slice(-MOST_REPLIES))
    if (this.#replies.size <= MOST_REQUESTS) return
    const [oldest = ''] = this.#replies.keys()
    this.#replies.delete(oldest)
  }
}

function keyOf({ recording: { method, url } }: Frame): string {
  return `${method} ${url}`
}

function isSame(one: Reply, other: Reply): boolean {
  return one.status === other.status && one.body.equals(other.body)
}
