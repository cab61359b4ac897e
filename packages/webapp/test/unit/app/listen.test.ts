import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../src/app/listen.ts'

/** What Node's `listen` gets. */
function argumentsFor(...args: readonly unknown[]): unknown[] {
  const server = createServer()
  let given: unknown[] = []
  server.listen = (...all: unknown[]) => {
    given = all
    return server
  }
  expect(startServer(server, args)).toBe(server)
  return given
}

describe('startServer', () => {
  // Hosts such as iisnode pass the name of a pipe in the variable PORT.
  it.each([
    ['a named pipe of Windows', ['\\\\.\\pipe\\webapp', () => {}]],
    ['a named pipe as an option', [{ path: '\\\\?\\pipe\\webapp', readableAll: true }]],
    ['a socket in the file system', ['/run/webapp.sock']],
    ['a port as text', ['3000', '::1', 511]],
  ])('leaves %s to Node', (_name, args) => {
    expect(argumentsFor(...args)).toEqual(args)
  })
})
