import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileJavaClient, hasJava, runJavaClient } from '../../contract/client/java/generate.ts'
import { newName } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

describe.skipIf(!hasJava)(
  `a client in Java${hasJava ? '' : ' (skipped: there is no javac)'}`,
  () => {
    let notes: TestNotes
    let server: Server

    beforeAll(async () => {
      notes = await openNotes()
      compileJavaClient((await notes.app.inject('/openapi.json')).text())
      server = notes.app.listen(0, '127.0.0.1')
      await once(server, 'listening')
    })

    afterAll(async () => {
      server?.closeAllConnections()
      await notes?.close()
    })

    it('that OpenAPI Generator writes signs up, adds a note, lists it, and sees a problem', async () => {
      const { port } = server.address() as AddressInfo
      const printed = await runJavaClient(`http://127.0.0.1:${port}`, newName('java'))
      expect(printed.trim().split(/\r?\n/)).toEqual(['Buy tea', '404 Not Found'])
    })
  },
)
