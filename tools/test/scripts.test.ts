import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { separateVariables } from '../variables.ts'

const root = new URL('../../', import.meta.url)
const packages = [
  'package.json',
  ...['webapp', 'cli', 'create-webapp'].map((name) => `packages/${name}/package.json`),
  ...readdirSync(new URL('examples/', root)).map((name) => `examples/${name}/package.json`),
]
const scripts = packages.flatMap((path) => {
  const manifest = JSON.parse(readFileSync(new URL(path, root), 'utf8'))
  return Object.entries((manifest.scripts ?? {}) as Record<string, string>).map(
    ([name, command]) => ({ title: `${path}: ${name}`, command }),
  )
})

describe('npm scripts', () => {
  it.each(scripts)('$title runs in the shell of Windows', ({ command }) => {
    // Inside of double quotes everything is text.
    const plain = command.replaceAll(/"[^"]*"/g, '""')
    for (const part of plain.split(' && ')) {
      expect(part.trim(), 'no NAME=value: tools/with.ts').not.toMatch(/^[A-Z_]+=/)
      expect(part, 'no single quotes').not.toContain("'")
      expect(part, 'no program of POSIX').not.toMatch(/^(?:rm|cp|mv|mkdir|cat|export|\.\/|\.ci)/)
      expect(part, 'no variable, substitution or background').not.toMatch(/[$`;]|(?<!&)&(?!&)/)
    }
  })
})

describe('tools/with.ts', () => {
  it('takes variables before the command, and leaves the rest', () => {
    expect(separateVariables(['A=1', 'B_C=x=y', 'vitest', 'run', 'D=2'])).toEqual({
      variables: { A: '1', B_C: 'x=y' },
      command: ['vitest', 'run', 'D=2'],
    })
    expect(separateVariables(['vitest'])).toEqual({ variables: {}, command: ['vitest'] })
  })

  it('needs a command', () => {
    expect(() => separateVariables(['A=1'])).toThrow('there is no command behind A=1')
  })
})
