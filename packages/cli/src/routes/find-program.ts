import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../command.ts'
import { developedFile, resolveFrom, usualFiles } from '../program-files.ts'

/** The main file of a program: the one that is named, that package.json starts, or a usual one. */
export function findProgram(named: string | undefined): string {
  if (named !== undefined) {
    const path = resolve(named)
    if (!existsSync(path)) throw new UsageError(`there is no file ${path}.`)
    if (statSync(path).isDirectory()) {
      throw new UsageError(`${path} is a folder. Name the file that starts your program.`)
    }
    return path
  }
  const found = [...namedByManifest(), ...usualFiles()].find((path) => existsSync(path))
  if (found === undefined) {
    throw new UsageError('no main file here. Name it: webapp routes src/app.js')
  }
  return resolve(found)
}

function namedByManifest(): string[] {
  if (!existsSync('package.json')) return []
  try {
    const { main, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    // Its source comes before what a build has made of it.
    const developed = developedFile(scripts?.dev)
    const [, started] =
      /\b(?:node|tsx)\s+(?:-\S+\s+)*(\S+\.[cm]?[jt]s)\b/.exec(scripts?.start ?? '') ?? []
    return [developed, started, main].filter((path): path is string => typeof path === 'string')
  } catch {
    throw new UsageError('package.json is not valid JSON. Mend it, or name the main file.')
  }
}

/** The flags with which Node runs a file. */
export function flagsFor(program: string): string[] {
  if (!/\.[cm]?ts$/.test(program)) return []
  const tsx = resolveFrom(program, 'tsx')
  if (tsx !== undefined) return ['--import', pathToFileURL(tsx).href]
  if ('typescript' in process.features && process.features.typescript) return []
  throw new UsageError(
    `${program} is TypeScript, which Node ${process.version} does not run. Install tsx in your ` +
      'project: npm install --save-dev tsx',
  )
}
