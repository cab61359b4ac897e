import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDeploy, repository, requireTool } from './files.ts'

interface Instruction {
  getKeyword(): string
  getArgumentsContent(): string | null
  getArguments(): { getValue(): string }[]
  getFlags?(): { getName(): string; getValue(): string }[]
}

const text = readDeploy('Dockerfile')
const parser: { DockerfileParser: { parse(text: string): { getInstructions(): Instruction[] } } } =
  requireTool('dockerfile-ast')
const linter: { validate(text: string): { message: string }[] } = requireTool('dockerfile-utils')

const instructions = parser.DockerfileParser.parse(text).getInstructions()
const stages: Instruction[][] = []
for (const instruction of instructions) {
  if (instruction.getKeyword() === 'FROM') stages.push([])
  stages.at(-1)?.push(instruction)
}
const last = stages.at(-1) ?? []

const argumentsOf = (instruction: Instruction) =>
  instruction.getArguments().map((argument) => argument.getValue())
const only = (keyword: string) => last.filter((one) => one.getKeyword() === keyword)

describe('deploy/Dockerfile', () => {
  it('has nothing that the linter objects to', () => {
    expect(linter.validate(text).map((problem) => problem.message)).toEqual([])
  })

  it('copies only paths that exist and that Dockerfile.dockerignore lets through', () => {
    const sources = copies().flatMap(({ from, sources }) => (from ? [] : sources))
    expect(sources.length).toBeGreaterThan(8)
    for (const source of sources) {
      expect(existsSync(`${repository}${source}`), source).toBe(true)
      expect(isIgnored(source), source).toBe(false)
    }
  })

  it('copies from stages that it has', () => {
    const names = stages.map(([from]) => from && argumentsOf(from)[2])
    const used = copies().flatMap(({ from }) => from ?? [])
    expect(used.length).toBeGreaterThan(0)
    for (const name of used) expect(names).toContain(name)
  })

  it('keeps compilers and sources of webapp out of the image', () => {
    const sources = only('COPY').flatMap((copy) => argumentsOf(copy).slice(0, -1))
    expect(sources.filter((source) => source.startsWith('packages'))).toEqual([])
    expect(text).toMatch(/npm ci --omit=dev/)
  })

  it('runs as a user without privileges, with a health check, and Node receives the signals', () => {
    expect(only('USER').map(argumentsOf)).toEqual([['node']])
    expect(only('HEALTHCHECK')).toHaveLength(1)
    expect(only('CMD').map((one) => JSON.parse(one.getArgumentsContent() ?? '')[0])).toEqual([
      'node',
    ])
  })

  it('is seen by the linter: a wrong instruction is reported', () => {
    expect(linter.validate(text.replace('EXPOSE 3000', 'EXPOSED 3000'))).not.toEqual([])
  })
})

function copies() {
  return instructions
    .filter((one) => one.getKeyword() === 'COPY')
    .map((copy) => ({
      from: copy
        .getFlags?.()
        .find((flag) => flag.getName() === 'from')
        ?.getValue(),
      sources: argumentsOf(copy).slice(0, -1),
    }))
}

/** Everything is ignored but the lines that begin with an exclamation mark, and what is below them. */
function isIgnored(source: string): boolean {
  const allowed = readDeploy('Dockerfile.dockerignore').match(/^!.+$/gm) ?? []
  return !allowed.some((line) => `${source}/`.startsWith(`${line.slice(1)}/`))
}
