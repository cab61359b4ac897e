import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The packages of this folder, for programs that stand elsewhere. */
export const modules = fileURLToPath(new URL('node_modules', import.meta.url))

/** Runs a program with the built package, and returns what it prints as JSON. */
export async function runProgram(source: string, hasPackages: boolean): Promise<unknown> {
  const { NODE_PATH: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', source], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: hasPackages ? { ...env, NODE_PATH: modules } : env,
  })
  return JSON.parse(stdout)
}
