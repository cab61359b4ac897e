import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../runtimes/run.ts'
import { addresses, type Suite } from './suites.ts'

/** Repositories of the suites that the folder lacks, each with the command that fetches it. */
export function missingCheckouts(folder: string, suites: readonly Suite[]): string[] {
  const names = new Set(suites.map(({ repository }) => repository))
  return [...names]
    .filter((name) => !existsSync(join(folder, name)))
    .map((name) => `git clone ${addresses[name]} ${join(folder, name)}`)
}

/** Copies the commit of a suite to an empty folder. */
export async function extract(folder: string, suite: Suite, target: string): Promise<void> {
  const checkout = join(folder, suite.repository)
  try {
    await extractCommit(checkout, suite.commit, target)
  } catch (error) {
    const { message } = error as Error
    throw new Error(
      `${checkout} lacks ${suite.title}: ${message}. Update it with: git fetch --tags`,
    )
  }
}

/** Copies a commit to an empty folder. The checkout of the user, or the mirror, stays as it is. */
export async function extractCommit(
  checkout: string,
  commit: string,
  target: string,
): Promise<void> {
  const archive = `${target}.tar`
  mkdirSync(target, { recursive: true })
  await run('git', ['archive', '--output', archive, commit], checkout)
  await run('tar', ['-xf', archive], target)
  rmSync(archive)
}

/** Lets a suite load packages that are installed elsewhere. */
export function linkPackages(installed: string, target: string): void {
  symlinkSync(join(installed, 'node_modules'), join(target, 'node_modules'), 'junction')
}
