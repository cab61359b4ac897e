import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { UsageError } from '../../command.ts'

/** A file with the content that was read and the content that replaces it. */
export interface Write {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Replaces all files or none: each gets its new content in one step, and failures are undone. */
export function writeAll(writes: readonly Write[]): void {
  const prepared: { target: string; temporary: string; before: string }[] = []
  const replaced: typeof prepared = []
  try {
    for (const { path, before, after } of writes) {
      const target = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
      if (readFileSync(target, 'utf8') !== before) {
        throw new Error(`${path} changed while it was migrated`)
      }
      const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
      prepared.push({ target, temporary, before })
      writeFileSync(temporary, after, { flag: 'wx' })
      chmodSync(temporary, statSync(target).mode)
    }
    for (const each of prepared) {
      renameSync(each.temporary, each.target)
      replaced.push(each)
    }
  } catch (error) {
    for (const { target, before } of replaced) writeFileSync(target, before)
    for (const { temporary } of prepared) rmSync(temporary, { force: true })
    throw new UsageError(`${(error as Error).message}. Nothing was changed.`)
  }
}
