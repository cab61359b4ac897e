import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../command.ts'
import { flagsFor } from './find-program.ts'
import type { Observation } from './model.ts'
import { showPlace } from './print.ts'

/** Runs a program without listening, and returns what it registered. */
export async function loadProgram(
  program: string,
  { isChecked, wait }: { isChecked: boolean; wait: number },
): Promise<Observation> {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-routes-'))
  const result = join(folder, 'result.json')
  try {
    const preload = new URL('./preload.js', import.meta.url).href
    const flags = [...flagsFor(program), '--import', preload, program]
    const ended = await run(flags, {
      ...process.env,
      WEBAPP_HINTS: 'off',
      WEBAPP_ROUTES_RESULT: result,
      WEBAPP_ROUTES_PROGRAM: program,
      WEBAPP_ROUTES_CHECK: isChecked ? 'yes' : '',
      WEBAPP_ROUTES_WAIT: String(wait),
    })
    return readResult(program, result, ended)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Node ends a program with it if a promise that it awaits at its top level stays pending. */
const PENDING_STATUS = 13

interface Ended {
  readonly status: number | null
  readonly output: string
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 100_000) output += text
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}

function readResult(program: string, result: string, { status, output }: Ended): Observation {
  if (!existsSync(result)) {
    throw new UsageError(`${program} could not be loaded.\n${output.trim()}`)
  }
  const seen = JSON.parse(readFileSync(result, 'utf8')) as Observation
  const { failure, applications } = seen
  if (failure !== undefined) {
    const at = failure.place === undefined ? '' : ` (${showPlace(failure.place)})`
    throw new UsageError(
      `${showPlace({ file: program, line: 0, column: 0 }).replace(/:0:0$/, '')} failed while it was ` +
        `loaded: ${failure.message}${at}. ${adviceFor(failure.message)}`,
    )
  }
  if (applications.length === 0) {
    const how = status === 0 ? '' : ` and ended with the status ${status}`
    throw new UsageError(
      `${program} registered no routes while it was loaded${how}. Name the file that creates the ` +
        `application, or one in ${dirname(program)} that calls the function which does.`,
    )
  }
  return status === PENDING_STATUS ? { ...seen, cutOff: 'pending' } : seen
}

function adviceFor(message: string): string {
  if (/Cannot find (?:module|package)/.test(message)) return 'Install what is missing: npm install'
  if (message.startsWith('SyntaxError')) return 'Mend the syntax first.'
  return 'It must load without errors, as with node.'
}
