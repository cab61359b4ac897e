import { isMainThread } from 'node:worker_threads'
import { type ChildSettings, SETTINGS_VARIABLE } from '../settings.ts'
import { install, installInThread } from './install.ts'

// `webapp dev` passes this file with --import. Threads inherit the flag, and so do programs that were
// started otherwise, which have no settings: for them this file does nothing.
const text = process.env[SETTINGS_VARIABLE]
if (text !== undefined) {
  if (isMainThread) install(takeSettings(text))
  else installInThread(JSON.parse(text) as ChildSettings)
}

/** The pipe belongs to this process; those that it starts do not have it. */
function takeSettings(json: string): ChildSettings {
  const { pipe, ...settings } = JSON.parse(json) as ChildSettings
  process.env[SETTINGS_VARIABLE] = JSON.stringify({ ...settings, heldPorts: [], randomPorts: [] })
  return pipe === undefined ? settings : { ...settings, pipe }
}
