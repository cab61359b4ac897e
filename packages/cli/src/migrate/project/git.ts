import { execFileSync } from 'node:child_process'

/** The changes that are not committed, one for each line; `undefined` outside of a repository. */
export function uncommittedIn(folder: string): string[] | undefined {
  try {
    const output = execFileSync('git', ['status', '--porcelain', '--', '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter((line) => line !== '')
  } catch {
    return undefined
  }
}
