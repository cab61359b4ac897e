import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { type Owner, originOf } from '../../src/prove/inventory/surface.ts'

const require = createRequire(import.meta.url)

type Table = Readonly<Record<string, unknown>>

/** Members that say nothing about the interface. */
const LEFT_OUT =
  /^(?:__proto__|constructor|name|length|prototype|caller|arguments|default|_events|_eventsCount|_maxListeners)$/

/** Prototypes of Express, by what they are the members of. */
function partsOf(name: string): Partial<Record<Owner, readonly unknown[]>> {
  const express = require(name)
  const isOldRouter = name === 'express3'
  const router = isOldRouter ? new express.Router() : express.Router()
  return {
    express: [express],
    app: [express.application],
    req: [express.request],
    res: [express.response],
    router: isOldRouter
      ? [express.Router.prototype, router]
      : [Object.getPrototypeOf(router), router],
    route: [
      express.Route.prototype,
      isOldRouter ? new express.Route('get', '/', []) : new express.Route('/'),
    ],
  }
}

function namesOf(part: unknown): string[] {
  const table = part as Table
  return Object.getOwnPropertyNames(table).filter((name) => !LEFT_OUT.test(name))
}

describe.each(['express3', 'express4', 'express5'])('the interface of %s', (name) => {
  it.each(Object.entries(partsOf(name)))('is known: %s', (owner, parts) => {
    const unknown = (parts ?? []).flatMap((part) =>
      namesOf(part).filter((each) => originOf(owner as Owner, each) === 'other'),
    )
    expect(unknown).toEqual([])
  })
})

describe('origins', () => {
  it.each([
    ['req', 'query', 'express'],
    ['req', 'url', 'node'],
    ['req', 'pipe', 'node'],
    ['req', 'user', 'other'],
    ['res', 'sendFile', 'express'],
    ['res', 'end', 'node'],
    ['app', 'propfind', 'express'],
    ['app', 'on', 'node'],
    ['router', 'call', 'node'],
    ['express', 'nothing', 'other'],
  ] as const)('%s.%s is of %s', (owner, name, origin) => {
    expect(originOf(owner, name)).toBe(origin)
  })
})
