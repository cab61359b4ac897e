import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { copyOf, type Instruction, readStages, valuesOf } from './dockerfile.ts'
import { repository } from './files.ts'

/** What a container of the image would start. */
export interface Image {
  /** The folder that stands for `/`. */
  readonly root: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

/**
 * Follows the Dockerfile without Docker: a folder stands for the file system of each stage, and the
 * commands run here, with the Node of this machine.
 */
export function buildImage(folder: string): Image {
  const roots = new Map<string, string>()
  let image: Image | undefined
  for (const [index, { name = String(index), instructions }] of readStages().entries()) {
    const root = join(folder, name)
    roots.set(name, root)
    image = followStage(root, instructions, roots)
  }
  if (!image) throw new Error('the Dockerfile has no stage')
  return image
}

function followStage(
  root: string,
  instructions: readonly Instruction[],
  roots: ReadonlyMap<string, string>,
): Image {
  const image = { root, workdir: '/', env: {} as Record<string, string>, command: [] as string[] }
  mkdirSync(root, { recursive: true })
  for (const instruction of instructions) {
    const content = instruction.getArgumentsContent() ?? ''
    switch (instruction.getKeyword()) {
      case 'WORKDIR':
        image.workdir = content
        mkdirSync(join(root, content), { recursive: true })
        break
      case 'ENV':
        for (const pair of valuesOf(instruction)) {
          const [name = '', value = ''] = pair.split('=')
          image.env[name] = value
        }
        break
      case 'COPY':
        copy(image, instruction, roots)
        break
      case 'RUN':
        run(image, content)
        break
      case 'CMD':
        image.command = JSON.parse(content)
    }
  }
  return image
}

function copy(image: Image, instruction: Instruction, roots: ReadonlyMap<string, string>): void {
  const { from, sources, destination } = copyOf(instruction)
  const origin = from === undefined ? repository : roots.get(from)
  if (origin === undefined) throw new Error(`there is no stage ${from}`)
  const target = join(image.root, resolve(image.workdir, destination))
  for (const source of sources) {
    const path = join(origin, source)
    // As in Docker: the content of a folder, or a file into a folder whose name ends with a slash.
    const isFile = statSync(path).isFile()
    const place = isFile && destination.endsWith('/') ? join(target, basename(path)) : target
    cpSync(path, place, { recursive: true, filter: isCopied, verbatimSymlinks: true })
  }

  /** Dockerfile.dockerignore is about the repository alone. */
  function isCopied(path: string): boolean {
    return from !== undefined || !/\/(node_modules|dist|coverage)$/.test(path)
  }
}

function run(image: Image, command: string): void {
  const here = command
    .replaceAll(' /var/lib/', ` ${image.root}/var/lib/`)
    // This machine need not have the user of the image.
    .replaceAll(/ -o node -g node/g, '')
  const cwd = join(image.root, image.workdir)
  if (!existsSync(cwd)) throw new Error(`no folder ${image.workdir}`)
  execFileSync('sh', ['-ec', here], { cwd, stdio: 'pipe', env: { ...process.env, ...image.env } })
}
