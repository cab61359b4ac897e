import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, TestRunner } from 'vitest'
import { isGate, namesDifference } from '../../../../tools/gate.ts'
import { webapp as webapp3 } from '../../src/dialects/v3/factory.ts'
import { webapp as webapp4 } from '../../src/dialects/v4/factory.ts'
import { webapp as webapp5 } from '../../src/dialects/v5/factory.ts'
import type v3 from '../../src/v3.ts'
import type v4 from '../../src/v4.ts'
import type v5 from '../../src/v5.ts'
import { type Answer, exchange, exchangeRaw, type RequestOptions } from './exchange.ts'

// The tests see the types that users see; the engine's own are wider.
export const factories = {
  '5.x': webapp5 as unknown as typeof v5,
  '4.x': webapp4 as unknown as typeof v4,
  '3.x': webapp3 as unknown as typeof v3,
}

type Dialect = keyof typeof factories

/** Tests of several dialects are written against the types of 5.x. */
type FactoryOf<D extends Dialect> = [D] extends ['3.x']
  ? typeof v3
  : [D] extends ['4.x']
    ? typeof v4
    : typeof v5

/**
 * A describe block for each dialect in which the tests of `body` are true, the newest first. The gate
 * tries all of them if the title names a member that docs/dialects.md lists. Otherwise it tries the
 * first one, and in the others the tests of `t.only`.
 */
export function describeDialects<D extends Dialect>(
  title: string,
  dialects: readonly D[],
  body: (t: Bench<D>) => void,
): void {
  for (const dialect of dialects) {
    describe(`${title} [${dialect}]`, () => {
      const bench = new Bench<D>(dialect)
      beforeEach(() => bench.renew())
      afterEach(() => bench.close())
      body(bench)
      if (isGate && dialect !== dialects[0] && !namesDifference(title)) keepTests(bench.ownTests)
    })
  }
}

/** Drops the other tests and blocks of this describe block. An empty block has to be skipped. */
function keepTests(kept: ReadonlySet<unknown>): void {
  const { tasks, suite } = TestRunner.getCurrentSuite()
  tasks.splice(0, tasks.length, ...tasks.filter((task) => kept.has(task)))
  if (tasks.length === 0 && suite) suite.mode = 'skip'
}

/** A fresh application for each test, and a client that reaches it over a real socket. */
export class Bench<D extends Dialect = '5.x'> {
  readonly dialect: D
  readonly webapp: FactoryOf<D>
  app: ReturnType<FactoryOf<D>>
  /** What `only` has registered. */
  readonly ownTests = new Set<unknown>()
  readonly #servers = new Map<RequestListener, Server>()

  constructor(dialect: D) {
    this.dialect = dialect
    this.webapp = factories[dialect] as unknown as FactoryOf<D>
    this.app = this.#create()
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
    const app = this.app as unknown as ReturnType<typeof v5>
    return this.#portOf(app, () => app.listen(0, host))
  }

  /** The server of `t.app`, once it listens. */
  server(): Server {
    const server = this.#servers.get(this.app as unknown as RequestListener)
    if (server === undefined) throw new Error('The application does not listen: await t.port().')
    return server
  }

  /** Registers tests of a shared block that are true of one dialect. */
  only(dialect: Dialect, register: () => void): void {
    if (dialect !== this.dialect) return
    const before = new Set<unknown>(TestRunner.getCurrentSuite().tasks)
    register()
    for (const task of TestRunner.getCurrentSuite().tasks) {
      if (!before.has(task)) this.ownTests.add(task)
    }
  }

  renew(): void {
    this.app = this.#create()
  }

  async close(): Promise<void> {
    const servers = [...this.#servers.values()]
    this.#servers.clear()
    await Promise.all(servers.map(closeServer))
  }

  #create(): ReturnType<FactoryOf<D>> {
    return this.webapp() as ReturnType<FactoryOf<D>>
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
