import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { isGate } from '../../../../../tools/gate.ts'
import { type Answer, exchange, exchangeRaw, type RequestOptions } from '../../support/exchange.ts'
import { Child, type ChildOptions } from './child.ts'
import type { Dialect } from './site.ts'

/** How long a connection may be silent, in milliseconds: the machine may be busy with others. */
const PATIENCE = 30_000

const dialects: readonly Dialect[] = ['5.x', '4.x', '3.x']

interface HostsOptions extends Omit<ChildOptions, 'dialect'> {
  readonly dialects?: readonly Dialect[]
}

/**
 * A describe block for each dialect (in the gate for the first one), whose tests share an application in a child process. After each
 * test the child must be alive, with nothing uncaught, no warning and an untouched Object.prototype,
 * and answer the next request.
 */
export function describeHosts(
  title: string,
  options: HostsOptions,
  body: (t: Hosted) => void,
): void {
  const among = options.dialects ?? dialects
  for (const dialect of isGate ? among.slice(0, 1) : among) {
    describe(`${title} [${dialect}]`, () => {
      const hosted = new Hosted({ ...options, dialect })
      beforeAll(() => hosted.start())
      afterEach(() => hosted.expectHealth())
      afterAll(() => hosted.stop())
      body(hosted)
    })
  }
}

/** A child, and a client that reaches it over real sockets. */
export class Hosted {
  readonly dialect: Dialect
  readonly #options: ChildOptions
  #child: Child | undefined

  constructor(options: ChildOptions) {
    this.#options = options
    this.dialect = options.dialect
  }

  get child(): Child {
    if (this.#child === undefined) throw new Error('The child has not been started.')
    return this.#child
  }

  /** The files that the child was given. */
  get folder(): string {
    return this.#options.folder ?? ''
  }

  get port(): number {
    return this.child.port
  }

  async start(): Promise<void> {
    this.#child = await Child.start(this.#options)
  }

  async stop(): Promise<void> {
    await this.#child?.stop()
  }

  request(path: string, options?: RequestOptions): Promise<Answer> {
    return exchange(this.port, path, options)
  }

  /** All bytes that come back until the server closes. */
  raw(bytes: string | Uint8Array): Promise<string> {
    return exchangeRaw(this.port, bytes, PATIENCE)
  }

  /** The one of three values that is for this dialect. */
  per<T>(values: Readonly<Record<Dialect, T>>): T {
    return values[this.dialect]
  }

  /** What an act left in the log of the child. */
  async loggedBy(act: () => Promise<unknown>): Promise<readonly string[]> {
    await this.child.ask('logged')
    await act()
    await this.request('/') // Errors are logged after their answer.
    return this.child.ask('logged')
  }

  /**
   * Fails when the processor time of an act grows faster than its size. Four times the size costs four
   * times as much if the cost is linear, and sixteen times if it is quadratic: eight times separates
   * them. The least of all tries counts, and a busy machine gets more of them.
   */
  async expectSteadyCost(size: number, act: (size: number) => Promise<unknown>): Promise<void> {
    const small = Math.ceil(size / 2)
    const large = 4 * small
    await act(large) // What runs for the first time is compiled first.
    let least = Number.POSITIVE_INFINITY
    let most = Number.POSITIVE_INFINITY
    for (let round = 0; round < 10; round++) {
      least = Math.min(least, await this.#cost(() => act(small)))
      most = Math.min(most, await this.#cost(() => act(large)))
      if (round > 0 && most < 8 * least + 20) return
    }
    expect.fail(`size ${small} costs ${least} ms, size ${large} costs ${most} ms`)
  }

  async #cost(act: () => Promise<unknown>): Promise<number> {
    const before = await this.child.cpu()
    await act()
    return (await this.child.cpu()) - before
  }

  async expectHealth(): Promise<void> {
    expect(this.child.isAlive).toBe(true)
    const answer = await this.request('/')
    expect([answer.status, answer.text]).toEqual([200, 'fine'])
    expect(await this.child.ask('troubles')).toEqual({
      uncaught: [],
      rejections: [],
      warnings: [],
      pollution: [],
    })
  }
}
