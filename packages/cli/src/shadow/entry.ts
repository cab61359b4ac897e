/**
 * `node --import @webapp/cli/shadow app.js`: the program starts the process that compares, and goes on
 * without waiting for it. The copies and the processes of the program load this file, too.
 */
import { observe } from './original/observe.ts'
import { COPY_VARIABLE, ORIGINAL_VARIABLE, PLAN_VARIABLE } from './protocol.ts'
import { startComparing } from './start-comparing.ts'

const { env } = process

if (env[COPY_VARIABLE] === undefined && env[PLAN_VARIABLE] === undefined) {
  const given = env[ORIGINAL_VARIABLE]
  const settings = given === undefined ? startComparing() : JSON.parse(given)
  if (settings !== undefined) observe(settings)
}
