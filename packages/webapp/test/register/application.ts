import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFolder, writeFile } from '../fixtures/folder.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Tells the dialects of what was loaded, by comparison with what the package exports. */
const which = `
const webapp = require('node:module').createRequire(__dirname + '/')
const dialects = [3, 4, 5].map((major) => [major, webapp('webapp/v' + major)])
module.exports = (express) => dialects.find(([, dialect]) => dialect === express)?.[0] ?? 'another'
`

/** The folder of an application beside which webapp is installed. */
export function createApplication(files: Record<string, string | object>): string {
  const folder = createFolder({ 'which.cjs': which })
  for (const [name, content] of Object.entries(files)) {
    writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  writeFile(join(folder, 'node_modules/.keep'), '')
  symlinkSync(packageFolder, join(folder, 'node_modules/webapp'))
  return folder
}

export interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node in a folder; the environment of the tests has no say. */
export function runNode(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const options = { cwd: folder, env: { PATH: dirname(process.execPath), ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr })
    })
  })
}

/** What a program under `webapp/register` printed, which must be JSON. */
export async function runRegistered(
  folder: string,
  script: string,
  { flag = '--require', env = {} }: { flag?: string; env?: Record<string, string> } = {},
): Promise<unknown> {
  const outcome = await runNode(folder, [flag, 'webapp/register', script], env)
  if (outcome.code !== 0) throw new Error(`${script} failed: ${outcome.stderr}`)
  return JSON.parse(outcome.stdout)
}
