import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { buildProgram } from '../../../../../tools/build-program.ts'
import type { Table } from '../../fixtures/added-members.ts'

const fixtures = new URL('../../fixtures/', import.meta.url)

describe('the members of a dialect', () => {
  it('are not those of another one, unless both list them', async () => {
    const program = buildProgram(new URL('added-members.ts', fixtures), fixtures)
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    const table = JSON.parse(stdout) as Table
    expect(table).toEqual({ application: ['5.x'], request: ['5.x'], response: ['5.x'] })
  })
})
