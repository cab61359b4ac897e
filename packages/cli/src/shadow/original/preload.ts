/**
 * Runs in the program that `webapp shadow` observes, and in the processes and threads that it starts.
 * Without the settings it does nothing.
 */
import { ORIGINAL_VARIABLE } from '../protocol.ts'
import { observe } from './observe.ts'

const settings = process.env[ORIGINAL_VARIABLE]
if (settings !== undefined) observe(JSON.parse(settings))
