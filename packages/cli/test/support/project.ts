import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The packages that a project may have installed. */
const PACKAGES = {
  webapp: join(repository, 'packages/webapp'),
  ws: join(repository, 'node_modules/ws'),
  tsx: join(repository, 'node_modules/tsx'),
  'express-session': join(repository, 'node_modules/express-session'),
  express: dirname(createRequire(import.meta.url).resolve('express5/package.json')),
}

type PackageName = keyof typeof PACKAGES

/** A folder with a program, outside of the repository. */
export class Project {
  readonly folder: string

  constructor(
    files: Readonly<Record<string, string>>,
    packages: readonly PackageName[] = ['webapp'],
  ) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-cli-')))
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
      this.write(name, text)
    }
    mkdirSync(join(this.folder, 'node_modules'), { recursive: true })
    for (const name of packages) {
      symlinkSync(PACKAGES[name], join(this.folder, 'node_modules', name), 'junction')
    }
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), text)
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  removeFile(name: string): void {
    rmSync(this.path(name))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
