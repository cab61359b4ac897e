import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe } from 'vitest'
import { webapp } from '../../src/dialects/v5/factory.ts'
import type v5 from '../../src/v5.ts'
import { type Answer, exchange, exchangeRaw, type RequestOptions } from './exchange.ts'

// The tests see the types that users see; the engine's own are wider.
const factories = { '5.x': webapp as unknown as typeof v5 }

type Dialect = keyof typeof factories
type Factory = (typeof factories)[Dialect]
type Application = ReturnType<Factory>

/** A describe block for each dialect in which the tests of `body` are true. */
export function describeDialects(
  title: string,
  dialects: readonly Dialect[],
  body: (t: Bench) => void,
): void {
  for (const dialect of dialects) {
    describe(`${title} [${dialect}]`, () => {
      const bench = new Bench(factories[dialect])
      beforeEach(() => bench.renew())
      afterEach(() => bench.close())
      body(bench)
    })
  }
}

/** A fresh application for each test, and a client that reaches it over a real socket. */
export class Bench {
  readonly webapp: Factory
  app: Application
  readonly #servers = new Map<RequestListener, Server>()

  constructor(factory: Factory) {
    this.webapp = factory
    this.app = factory()
  }

  /** The answer of `t.app`, which starts to listen with the first request. */
  async request(path: string, options?: RequestOptions): Promise<Answer> {
    return exchange(await this.port(), path, options)
  }

  /** All bytes that `t.app` sends for these bytes; ask for `Connection: close`. */
  async raw(bytes: string | Uint8Array): Promise<string> {
    return exchangeRaw(await this.port(), bytes)
  }

  /** The answer of any other handler, on a server that is not ours. */
  async requestFrom(
    handler: RequestListener,
    path: string,
    options?: RequestOptions,
  ): Promise<Answer> {
    return exchange(
      await this.#portOf(handler, () => createServer(handler).listen(0, host)),
      path,
      options,
    )
  }

  /** Where `t.app` listens. */
  port(): Promise<number> {
    const { app } = this
    return this.#portOf(app, () => app.listen(0, host))
  }

  renew(): void {
    this.app = this.webapp()
  }

  async close(): Promise<void> {
    const servers = [...this.#servers.values()]
    this.#servers.clear()
    await Promise.all(servers.map(closeServer))
  }

  async #portOf(handler: RequestListener, listen: () => Server): Promise<number> {
    const server = this.#servers.get(handler) ?? listen()
    this.#servers.set(handler, server)
    if (!server.listening) await once(server, 'listening')
    return (server.address() as AddressInfo).port // A TCP server that listens has one.
  }
}

const host = '127.0.0.1'

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return // The test has closed it.
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
