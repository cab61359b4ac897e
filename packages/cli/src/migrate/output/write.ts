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
  readonly encoding?: BufferEncoding | undefined
}

/** Replaces all files or none: each gets its new content in one step, and failures are undone. */
export function writeAll(writes: readonly Write[]): void {
  const prepared: (Write & { target: string; temporary: string })[] = []
  const replaced: typeof prepared = []
  try {
    for (const each of writes) {
      const { path, before, after, encoding = 'utf8' } = each
      const target = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
      if (readFileSync(target, encoding) !== before) {
        throw new Error(`${path} changed while it was migrated`)
      }
      const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`
      prepared.push({ ...each, target, temporary })
      writeFileSync(temporary, after, { flag: 'wx', encoding })
      chmodSync(temporary, statSync(target).mode)
    }
    for (const each of prepared) {
      renameSync(each.temporary, each.target)
      replaced.push(each)
    }
  } catch (error) {
    for (const { target, before, encoding } of replaced) writeFileSync(target, before, encoding)
    for (const { temporary } of prepared) rmSync(temporary, { force: true })
    throw new UsageError(`${(error as Error).message}. Nothing was changed.`)
  }
}
