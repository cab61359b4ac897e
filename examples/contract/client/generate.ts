import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { installLocked } from '../../../tools/install-locked.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Installs the tools of this folder, and generates two clients of a document. */
export function generateClients(document: string, folder = '.'): void {
  installLocked(root)
  writeFileSync(join(root, folder, 'openapi.json'), document)
  const file = join(folder, 'openapi.json')
  run('openapi-typescript/bin/cli.js', file, '-o', join(folder, 'schema.d.ts'))
  const options = ['--output', folder, '--name', 'api.ts', '--silent']
  run('swagger-typescript-api/dist/cli.mjs', 'generate', '--path', file, ...options)
}

/** Compiles the programs that use the generated clients. Throws if there is a mistake. */
export function compileClients(folder = '.'): void {
  run('typescript/bin/tsc', '-p', folder)
}

/** What a program exports. Its own types need the generated files. */
type Program = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

/** Imports a program of this folder, which the compiler of the workspace does not follow. */
export function importProgram(file: string): Promise<Program> {
  return import(/* @vite-ignore */ new URL(file, import.meta.url).href)
}

/** The mistakes that each of two validators finds in a document. */
export async function findMistakes(document: string): Promise<unknown[][]> {
  const { validate } = await importProgram('node_modules/@readme/openapi-parser/dist/index.js')
  const one = (await validate?.(JSON.parse(document))) as { valid: boolean; errors?: unknown[] }
  const other = await new Validator().validate(JSON.parse(document))
  return [one.valid ? [] : (one.errors ?? []), other.valid ? [] : [other.errors]]
}

/** Runs a program that this folder has installed. */
function run(file: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: root })
}
