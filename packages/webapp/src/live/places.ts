import type { RouteSettings } from './socket-route.ts'

/** How many sockets a route has, of all clients and of each. */
export class Places {
  readonly #settings: Pick<RouteSettings, 'maxConnections' | 'maxPerClient'>
  readonly #perClient = new Map<string, number>()
  #reserved = 0

  constructor(settings: Pick<RouteSettings, 'maxConnections' | 'maxPerClient'>) {
    this.#settings = settings
  }

  /** Takes a place for a client. Returns a function that frees it, or the status of a refusal. */
  reserve(ip = ''): (() => void) | number {
    const { maxConnections, maxPerClient } = this.#settings
    if (this.#reserved >= maxConnections) return 503
    const count = this.#perClient.get(ip) ?? 0
    if (count >= maxPerClient) return 429
    this.#reserved++
    if (maxPerClient !== Infinity) this.#perClient.set(ip, count + 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      this.#reserved--
      const left = (this.#perClient.get(ip) ?? 0) - 1
      if (left > 0) this.#perClient.set(ip, left)
      else this.#perClient.delete(ip)
    }
  }
}
