import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PackageFile {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export function packageOf(project: string): PackageFile {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
}
