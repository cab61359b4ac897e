import { fileURLToPath } from 'node:url'

/** In quotes, as Node reads it: a path may contain spaces and backslashes. */
const FLAG = `--require ${JSON.stringify(fileURLToPath(new URL('./preload.js', import.meta.url)))}`

/** The value of NODE_OPTIONS for a copy: its guards are loaded before all other modules. */
export function withGuards(options = ''): string {
  return options.includes(FLAG) ? options : `${FLAG} ${options}`.trim()
}
