import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Verdict } from '../../src/prove/report/verdict.ts'

interface Seen {
  readonly seen: number
  readonly missing: readonly string[]
}

/** Members that a running program has taken, and that a verdict lacks, with the packages that took them. */
export function missingMembers(
  lines: readonly string[],
  verdict: Verdict,
  { installed, name }: { installed: string; name: string },
): Seen {
  const found = new Set(
    verdict.members.map((each) => `${packageName(each.package) ?? name} ${each.member}`),
  )
  const taken = lines.flatMap((line) => {
    const [member = '', file = ''] = line.split(/ (.*)/)
    const taker = takerOf(installed, file)
    return taker === undefined || taker === 'express' ? [] : { taker, member }
  })
  const own = new Set([name, ...verdict.packages.map((each) => packageName(each.name))])
  const expressOnly = dependenciesOf(installed, 'express')
  const missing = taken.flatMap(({ taker, member }) => {
    // Express itself calls the packages that it consists of.
    if (expressOnly.has(taker) && !own.has(taker)) return []
    if (found.has(`${taker} ${member}`)) return []
    return isComputed(verdict, { taker, name, member }) ? [] : `${member} of ${taker}`
  })
  return { seen: new Set(taken.map(({ member }) => member)).size, missing: [...new Set(missing)] }
}

/** A package and all that it depends on. */
function dependenciesOf(installed: string, name: string): Set<string> {
  const names = new Set([name])
  for (const each of names) {
    const path = join(installed, each, 'package.json')
    const { dependencies = {} } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    for (const dependency of Object.keys(dependencies)) names.add(dependency)
  }
  return names
}

/** The package, from `name@version`. */
function packageName(text: string | undefined): string | undefined {
  return text?.replace(/@[^@]*$/, '')
}

/** The package that contains a file. */
function takerOf(installed: string, file: string): string | undefined {
  if (!file.startsWith(join(installed, sep))) return undefined
  const last = file.split(`${sep}node_modules${sep}`).at(-1) ?? ''
  return /^(?:@[^/\\]+[/\\])?[^/\\]+/.exec(last)?.[0].replaceAll(sep, '/')
}

/** Whether the verdict says that this package takes members of this part by computed names. */
function isComputed(
  { unknown }: Verdict,
  { taker, name, member }: { taker: string; name: string; member: string },
): boolean {
  const [owner] = member.split('.')
  return unknown.some(
    (each) => (packageName(each.package) ?? name) === taker && each.owner === owner,
  )
}
