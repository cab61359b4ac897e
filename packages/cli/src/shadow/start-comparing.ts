import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BackOff } from '../start/back-off.ts'
import { parseOptions } from './options.ts'
import type { Plan } from './plan.ts'
import { createPlan, recorderSettings } from './plan.ts'
import { ORIGINAL_VARIABLE, PLAN_VARIABLE, type RecorderSettings } from './protocol.ts'

const PROGRAM = fileURLToPath(new URL('./compare-process.js', import.meta.url))

/** A process that ran so long, in milliseconds, was not started in vain. */
const STABLE = 30_000

/** Starts the process that compares; undefined, after a warning, if the options are wrong. */
export function startComparing(): RecorderSettings | undefined {
  const [, script] = process.argv
  if (script === undefined) return undefined
  try {
    const { WEBAPP_SHADOW_OPTIONS: text = '' } = process.env
    const options = parseOptions(text.split(/\s+/).filter(Boolean))
    const plan = createPlan(resolve(script), options, {
      args: process.argv.slice(2),
      flags: process.execArgv,
    })
    const settings = recorderSettings(plan)
    process.env[ORIGINAL_VARIABLE] = JSON.stringify(settings)
    keepRunning(plan)
    return settings
  } catch (error) {
    process.emitWarning(`webapp shadow does not run: ${(error as Error).message}`)
    return undefined
  }
}

/** Starts the process again whenever it ends. It ends by itself with this program. */
function keepRunning(plan: Plan): void {
  const backOff = new BackOff(STABLE)
  const { [ORIGINAL_VARIABLE]: _own, ...env } = process.env
  const start = () => {
    const started = Date.now()
    const child = spawn(process.execPath, [PROGRAM], {
      cwd: plan.folder,
      env: { ...env, [PLAN_VARIABLE]: JSON.stringify(plan) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A signal of the terminal is meant for the program.
      detached: true,
    })
    child.on('error', () => undefined)
    child.once('close', () => setTimeout(start, backOff.next(Date.now() - started)).unref())
    child.unref()
    child.channel?.unref()
  }
  start()
}
