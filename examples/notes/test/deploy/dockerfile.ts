import { readDeploy, requireTool } from './files.ts'

export interface Instruction {
  getKeyword(): string
  getArgumentsContent(): string | null
  getArguments(): { getValue(): string }[]
  getFlags?(): { getName(): string; getValue(): string }[]
}

export interface Stage {
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

export interface Copy {
  readonly from: string | undefined
  readonly sources: readonly string[]
  readonly destination: string
}

interface Parser {
  DockerfileParser: { parse(text: string): { getInstructions(): Instruction[] } }
}

export const dockerfile = readDeploy('Dockerfile')

/** The stages of the Dockerfile, in order. */
export function readStages(): Stage[] {
  const parser: Parser = requireTool('dockerfile-ast')
  const stages: { name: string | undefined; instructions: Instruction[] }[] = []
  for (const instruction of parser.DockerfileParser.parse(dockerfile).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      stages.push({ name: valuesOf(instruction)[2], instructions: [] })
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

export function valuesOf(instruction: Instruction): string[] {
  return instruction.getArguments().map((argument) => argument.getValue())
}

export function copyOf(instruction: Instruction): Copy {
  const values = valuesOf(instruction)
  return {
    from: instruction
      .getFlags?.()
      .find((flag) => flag.getName() === 'from')
      ?.getValue(),
    sources: values.slice(0, -1),
    destination: values.at(-1) ?? '',
  }
}
