import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers } from './application.js'
import { compileClients, findMistakes, generateClients, importProgram } from './client/generate.ts'

describe('the clients that are generated from the document', () => {
  let document: string

  beforeAll(async () => {
    document = (await createUsers().inject('/openapi.json')).text()
    generateClients(document)
    // The installation from the lockfile takes minutes on a busy machine.
  }, 600_000)

  it('are made of a document that two validators accept', async () => {
    expect(await findMistakes(document)).toEqual([[], []])
    const wrong = JSON.parse(document)
    wrong.paths['/orgs/{org}/users'].get.responses = { 200: { description: 7 } }
    const mistakes = await findMistakes(JSON.stringify(wrong))
    expect(mistakes.map((found) => found.length > 0)).toEqual([true, true])
  })

  it('are typed: the compiler accepts correct calls and refuses mistakes', () => {
    expect(compileClients).not.toThrow()
  })

  it.each([
    ['client.mts', 'addAndList'],
    ['generated.mts', 'addAndListWithClass'],
  ])('send requests that the application accepts: %s', async (file, name) => {
    const server = createUsers().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { [name]: addAndList } = await importProgram(file)
    try {
      expect(await addAndList?.(`http://127.0.0.1:${port}`, 'Ada')).toEqual(['Ada is new'])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
