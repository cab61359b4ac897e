import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { installLocked } from '../../tools/install-locked.ts'
import { createUsers } from './application.js'

const folder = fileURLToPath(new URL('client/', import.meta.url))

/** Runs a program that the client has installed. */
function run(file: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(folder, 'node_modules', file), ...args], { cwd: folder })
}

describe('the client that is generated from the document', () => {
  beforeAll(async () => {
    installLocked(folder)
    const document = await createUsers().inject('/openapi.json')
    writeFileSync(join(folder, 'openapi.json'), document.body)
    run('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'schema.d.ts')
    // The installation from the lockfile takes minutes on a busy machine.
  }, 600_000)

  it('is typed: the compiler accepts correct calls and refuses mistakes', () => {
    expect(() => run('typescript/bin/tsc', '-p', '.')).not.toThrow()
  })

  it('sends requests that the application accepts', async () => {
    const server = createUsers().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // A path that the compiler of the workspace does not follow: the client has its own.
    const module = pathToFileURL(join(folder, 'client.mts')).href
    const { addAndList } = await import(/* @vite-ignore */ module)
    try {
      expect(await addAndList(`http://127.0.0.1:${port}`, 'Ada')).toEqual(['Ada is new'])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
