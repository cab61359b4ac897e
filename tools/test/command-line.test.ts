import { describe, expect, it } from 'vitest'
import { commandLine } from '../command-line.ts'

describe('commandLine', () => {
  it('leaves words as they are where npm is a program', () => {
    expect(commandLine('npm', ['pack', '--dest', '/a b/c'], 'linux')).toEqual({
      program: 'npm',
      args: ['pack', '--dest', '/a b/c'],
      shell: false,
    })
  })

  it('uses the shell of Windows, and quotes what has a space in it', () => {
    expect(commandLine('npm', ['pack', '--dest', 'C:\\A b\\packed', 'x@1.2.3'], 'win32')).toEqual({
      program: 'npm',
      args: ['pack', '--dest', '"C:\\A b\\packed"', 'x@1.2.3'],
      shell: true,
    })
    expect(commandLine('C:\\A b\\knip', ['a&b', 'say "x"', ''], 'win32')).toMatchObject({
      program: '"C:\\A b\\knip"',
      args: ['"a&b"', '"say \\"x\\""', '""'],
    })
  })
})
