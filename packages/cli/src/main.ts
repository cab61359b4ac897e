#!/usr/bin/env node
import { type Command, isSystemError, UsageError } from './command.ts'

/** Loaded only when they are run: `webapp routes` needs no file watcher. */
const commands: Readonly<Record<string, () => Promise<{ command: Command }>>> = {
  dev: () => import('./dev/command.ts'),
  start: () => import('./start/command.ts'),
  migrate: () => import('./migrate/command.ts'),
  routes: () => import('./routes/command.ts'),
  prove: () => import('./prove/command.ts'),
  shadow: () => import('./shadow/command.ts'),
  openapi: () => import('./openapi/command.ts'),
}

process.exitCode = await run(process.argv.slice(2))

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    console.log(await listOfCommands())
    return 0
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    console.error(`webapp: there is no command "${name}".\n\n${await listOfCommands()}`)
    return 1
  }
  const { command } = await load()
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help)
    return 0
  }
  try {
    return await command.run(args)
  } catch (error) {
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    console.error(`webapp ${name}: ${error.message}`)
    return error instanceof UsageError ? error.status : 1
  }
}

async function listOfCommands(): Promise<string> {
  const lines = ['Usage: webapp <command> [options]', '']
  for (const [name, load] of Object.entries(commands)) {
    const { command } = await load()
    lines.push(`  ${name.padEnd(10)}${command.summary}`)
  }
  lines.push('', 'webapp <command> --help describes a command.')
  return lines.join('\n')
}
