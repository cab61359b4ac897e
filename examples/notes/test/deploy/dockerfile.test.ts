import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { copyOf, dockerfile, readStages, valuesOf } from './dockerfile.ts'
import { readDeploy, repository, requireTool } from './files.ts'

const linter: { validate(text: string): { message: string }[] } = requireTool('dockerfile-utils')
const stages = readStages()
const last = stages.at(-1)?.instructions ?? []
const only = (keyword: string) => last.filter((one) => one.getKeyword() === keyword)
const copies = stages
  .flatMap(({ instructions }) => instructions)
  .filter((one) => one.getKeyword() === 'COPY')
  .map(copyOf)

describe('deploy/Dockerfile', () => {
  it('has nothing that the linter objects to', () => {
    expect(linter.validate(dockerfile).map((problem) => problem.message)).toEqual([])
  })

  it('would not please the linter with an unknown instruction', () => {
    expect(linter.validate(dockerfile.replace('EXPOSE 3000', 'EXPOSED 3000'))).not.toEqual([])
  })

  it('copies only paths that exist and that Dockerfile.dockerignore lets through', () => {
    const sources = copies.flatMap(({ from, sources }) => (from ? [] : sources))
    expect(sources.length).toBeGreaterThan(8)
    for (const source of sources) {
      expect(existsSync(`${repository}${source}`), source).toBe(true)
      expect(isIgnored(source), source).toBe(false)
    }
  })

  it('copies from stages that it has', () => {
    const names = stages.map(({ name }) => name)
    const used = copies.flatMap(({ from }) => from ?? [])
    expect(used.length).toBeGreaterThan(0)
    for (const name of used) expect(names).toContain(name)
  })

  it('has a last stage without compilers and sources of webapp', () => {
    expect(only('COPY').map((copy) => copyOf(copy).from)).toEqual(['packages', 'packages'])
    expect(dockerfile).toContain('npm ci --omit=dev')
  })

  it('runs as a user without privileges, with a health check, and Node receives the signals', () => {
    expect(only('USER').map(valuesOf)).toEqual([['node']])
    expect(only('HEALTHCHECK')).toHaveLength(1)
    const commands = only('CMD').map((one) => JSON.parse(one.getArgumentsContent() ?? ''))
    expect(commands).toEqual([expect.arrayContaining(['node', 'src/server.ts'])])
  })
})

/** Everything is ignored but the lines that begin with an exclamation mark, and what is below them. */
function isIgnored(source: string): boolean {
  const allowed = readDeploy('Dockerfile.dockerignore').match(/^!.+$/gm) ?? []
  return !allowed.some((line) => `${source}/`.startsWith(`${line.slice(1)}/`))
}
