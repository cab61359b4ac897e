import { isMainThread } from 'node:worker_threads'
import { type ChildSettings, SETTINGS_VARIABLE } from '../settings.ts'
import { install } from './install.ts'

// `webapp dev` passes this file with --import. Threads and programs that were started otherwise
// inherit the flag and have no settings: for them this file does nothing.
const text = process.env[SETTINGS_VARIABLE]
if (isMainThread && text !== undefined) install(takeSettings(text))

/** The pipe belongs to this process; those that it starts do not have it. */
function takeSettings(json: string): ChildSettings {
  const { pipe, ...settings } = JSON.parse(json) as ChildSettings
  process.env[SETTINGS_VARIABLE] = JSON.stringify({ ...settings, heldPorts: [], randomPorts: [] })
  return pipe === undefined ? settings : { ...settings, pipe }
}
