import { spawn } from 'node:child_process'
import { commandLine } from '../command-line.ts'

/** Runs a program to its end; returns what it printed, or says why it failed. */
export function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // On Windows npm is a script; tar and the runtimes are programs.
    const line = commandLine(program, args, program === 'npm' ? process.platform : 'linux')
    const child = spawn(line.program, line.args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: line.shell,
    })
    let printed = ''
    let complaint = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${program} ${args[0]} ended with ${code}: ${firstOf(complaint)}`))
    })
  })
}

/** What went wrong is at the beginning; then come hints and places. */
function firstOf(complaint: string): string {
  return complaint.trim().split('\n').slice(0, 2).join(', ')
}
