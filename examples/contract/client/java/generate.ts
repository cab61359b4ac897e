import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installLocked } from '../../../../tools/install-locked.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const converter = join(root, 'node_modules/@apiture/openapi-down-convert/lib/src/cli.js')
// It also contains Jackson, which the generated client needs.
const jar = join(root, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar')

/** Whether the machine has the compiler of Java. */
export const hasJava = spawnSync('javac', ['--version']).status === 0

/** Generates a client of a document in Java, and compiles it with the program that uses it. */
export function compileJavaClient(document: string): void {
  installLocked(root)
  for (const folder of ['generated', 'classes']) {
    rmSync(join(root, folder), { recursive: true, force: true })
  }
  writeFileSync(join(root, 'openapi.json'), document)
  // The generator that npm has with its jar reads OpenAPI 3.0 alone.
  run(process.execPath, [converter, '--input', 'openapi.json', '--output', 'openapi-3.0.json'])
  run('java', ['-jar', jar, 'generate', ...GENERATE])
  const sources = readdirSync(join(root, 'generated/src/main/java'), { recursive: true })
    .map((name) => join('generated/src/main/java', String(name)))
    .filter((name) => name.endsWith('.java'))
  run('javac', ['-nowarn', '-cp', jar, '-d', 'classes', ...sources, 'UseNotes.java'])
}

// The converter leaves lists of types such as ['string', 'integer'], which the generator reads as any type.
const GENERATE = [
  '--skip-validate-spec',
  ...['--input-spec', 'openapi-3.0.json', '--output', 'generated'],
  ...['--generator-name', 'java', '--library', 'native'],
  ...['--invoker-package', 'notes', '--api-package', 'notes.api', '--model-package', 'notes.model'],
  ...['--additional-properties', 'openApiNullable=false,hideGenerationTimestamp=true'],
]

/** Runs the program with the URL of a server and the name of a new user. Returns what it prints. */
export async function runJavaClient(url: string, name: string): Promise<string> {
  const args = ['-cp', [jar, 'classes'].join(process.platform === 'win32' ? ';' : ':')]
  const { stdout } = await promisify(execFile)('java', [...args, 'UseNotes', url, name], {
    cwd: root,
  })
  return stdout
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
}
