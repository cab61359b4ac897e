import { spawn } from 'node:child_process'

/** Runs a program to its end; returns what it printed, or says why it failed. */
export function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
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
