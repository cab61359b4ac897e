import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  compileClients,
  findMistakes,
  generateClients,
  importProgram,
} from '../../contract/client/generate.ts'
import { newName } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

let notes: TestNotes
let server: Server
let document: string

beforeAll(async () => {
  notes = await openNotes()
  document = (await notes.app.inject('/openapi.json')).text()
  generateClients(document, 'notes')
  server = notes.app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(async () => {
  server?.closeAllConnections()
  await notes?.close()
})

it('is described by a document that two validators accept, without notes', async () => {
  expect(JSON.parse(document)['x-webapp-notes']).toBeUndefined()
  expect(await findMistakes(document)).toEqual([[], []])
})

it('has documents from which two tools generate clients that the compiler accepts', () => {
  expect(() => compileClients('notes')).not.toThrow()
})

it.each(['useOpenapiFetch', 'useClass'])('serves a generated client: %s', async (name) => {
  const { [name]: use } = await importProgram('notes/notes.mts')
  const { port } = server.address() as AddressInfo
  expect(await use?.(`http://127.0.0.1:${port}`, newName())).toEqual({
    titles: ['Buy tea'],
    problem: [404, 'Not Found'],
  })
})
