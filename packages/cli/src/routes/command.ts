import { type Command, UsageError } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { checkRoutes } from './check.ts'
import { findProgram } from './find-program.ts'
import { loadProgram } from './load.ts'
import { listRoutes, printFinding, printTree } from './print.ts'

const help = `Usage: webapp routes [file] [options]

Loads a program without listening, and prints its routes with their places in the source.
Without a file: the one of the scripts dev and start, or app.js, server.js, index.js and so on.

  --check        look for mistakes; the exit status is 1 if there are any
  --json         print the routes, and with --check the mistakes, as JSON
  --wait <ms>    how long to wait for a program that does not listen (default: 10000)`

export const command: Command = {
  summary: 'Print the routes of a program, and check them',
  help,
  run: async (args) => {
    const { values, positionals } = parse(args)
    if (positionals.length > 1) {
      throw new UsageError(`one file at a time, but got ${positionals.join(' and ')}.`)
    }
    const wait = Number(values.wait ?? 10_000)
    if (!Number.isInteger(wait) || wait < 1 || wait > 600_000) {
      throw new UsageError(`--wait is '${values.wait}', but must be milliseconds up to 600000.`)
    }
    const isChecked = values.check ?? false
    const program = findProgram(positionals[0])
    const seen = await loadProgram(program, { isChecked, wait })
    if (seen.cutOff !== undefined) console.error(warnOf(program, seen.cutOff, wait))
    const findings = isChecked ? checkRoutes(seen) : []
    if (values.json) {
      const applications = seen.applications.map((holder) => {
        return { kind: holder.kind, dialect: holder.dialect, routes: listRoutes(holder) }
      })
      console.log(JSON.stringify({ applications, ...(isChecked && { findings }) }, null, 2))
    } else {
      for (const holder of seen.applications) console.log(printTree(holder))
      for (const [index, finding] of findings.entries()) {
        console.log(`${index === 0 ? '\n' : ''}${printFinding(finding)}`)
      }
      if (isChecked) console.log(`\n${countOf(findings.length)}`)
    }
    return findings.length === 0 ? 0 : 1
  },
}

/** On standard error, because standard output is for routes. */
function warnOf(program: string, cutOff: 'time' | 'pending', wait: number): string {
  if (cutOff === 'time') {
    return (
      `webapp routes: ${program} neither listened nor ended in ${wait} ms, so routes may be missing. ` +
      '--wait <ms> waits longer.\n'
    )
  }
  return (
    `webapp routes: ${program} ended while it waited at its top level, so routes may be missing. ` +
    'Its servers do not listen here: create the routes before the program waits for a server.\n'
  )
}

function countOf(count: number): string {
  if (count === 0) return 'No mistakes found.'
  return `${count} ${count === 1 ? 'mistake' : 'mistakes'} found.`
}

function parse(args: readonly string[]) {
  const options = {
    check: { type: 'boolean' },
    json: { type: 'boolean' },
    wait: { type: 'string' },
  } as const
  return readArguments(args, options, 'webapp routes --help lists the options.')
}
