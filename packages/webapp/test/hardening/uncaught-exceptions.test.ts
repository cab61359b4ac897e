import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../tools/build-program.ts'
import type { Table } from '../fixtures/uncaught-exceptions.ts'

// A program may survive its uncaught exceptions. Whatever a listener of a request does, the process
// must call `uncaughtException`, and the connection must end or go on as with Express: bytes that
// are lost after an exception would make a body a request.

const fixtures = new URL('../fixtures/', import.meta.url)

async function outcomesOn(library: string): Promise<Table> {
  const program = buildProgram(new URL('uncaught-exceptions.ts', fixtures), fixtures)
  const { stdout } = await promisify(execFile)(process.execPath, [program, library], {
    timeout: 100_000,
  })
  return JSON.parse(stdout) as Table
}

// Node does all of it, so Express 5 stands for the others too.
const expected = outcomesOn('express5')

describe.each(['webapp/v5', 'webapp/v4', 'webapp/v3'])(
  'An exception in a listener of a request [%s]',
  (library) => {
    it('has the same effect as on Express', async () => {
      expect(await outcomesOn(library)).toEqual(await expected)
    })
  },
)

it('The cases fail on Express, and no body is taken for a request', async () => {
  const outcomes = Object.entries(await expected)
  expect(outcomes.length).toBeGreaterThan(70)
  for (const [name, { server, client }] of outcomes) {
    expect([name, server]).toEqual([
      name,
      expect.arrayContaining(['uncaughtException: thrown by the program']),
    ])
    expect([name, [...server, ...client].join()]).toEqual([
      name,
      expect.not.stringContaining('hidden'),
    ])
  }
})
