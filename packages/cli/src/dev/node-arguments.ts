import { dirname, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { UsageError } from '../command.ts'
import { resolveFrom } from '../program-files.ts'

/** Flags for Node, and the folder of the webapp that the program uses. */
export interface NodeArguments {
  readonly flags: readonly string[]
  readonly framework: string
}

/** How to start a program: with our preload file, `express` redirected, and TypeScript translated. */
export function nodeArguments(file: string): NodeArguments {
  const register = findRegister(file)
  const preload = new URL('./child/preload.js', import.meta.url).href
  const flags = [
    '--enable-source-maps',
    `--import=${preload}`,
    `--import=${pathToFileURL(register).href}`,
    ...typeScriptFlags(file),
  ]
  return { flags, framework: dirname(dirname(register)) }
}

/** The path of `webapp/register`, of the project or of the command line. */
export function findRegister(file: string): string {
  const register =
    resolveFrom(file, 'webapp/register') ??
    resolveFrom(fileURLToPath(import.meta.url), 'webapp/register')
  if (register === undefined) {
    throw new UsageError(
      `webapp is not installed in the project of ${file}. Install its tarball there ` +
        '("npm run pack" in the repository of webapp prints the command).',
    )
  }
  return register
}

/** What translates TypeScript: tsx if the project has it, otherwise Node itself. */
export function typeScriptFlags(file: string): string[] {
  const tsx = resolveFrom(file, 'tsx')
  if (tsx !== undefined) return [`--import=${pathToFileURL(tsx).href}`]
  if (!/^\.[cm]?ts$/.test(extname(file))) return []
  const { typescript } = process.features as { typescript?: unknown }
  if (typescript) return []
  if (process.allowedNodeEnvironmentFlags.has('--experimental-strip-types')) {
    return ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
  }
  throw new UsageError(
    `Node ${process.version} cannot run TypeScript (${file}). ` +
      'Run "npm install --save-dev tsx" in the project, or use Node 22.18 or newer.',
  )
}
