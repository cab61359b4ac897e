import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../../command.ts'

/** The changes that are not committed, one for each line; `undefined` outside of a repository. */
export function uncommittedIn(folder: string): string[] | undefined {
  try {
    const output = execFileSync('git', ['status', '--porcelain', '--', '.'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    })
    return output.split('\n').filter((line) => line !== '')
  } catch (error) {
    if (!isInRepository(folder)) return undefined
    throw new UsageError(
      `git status failed in ${folder}: ${reasonOf(error)}\n` +
        'Changes that are not committed may be there. Mend git, or use --force.',
    )
  }
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}

/** The first line that git wrote, or the reason why it did not run. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string }
  const [line = ''] = (stderr || message).split('\n')
  return line
}
