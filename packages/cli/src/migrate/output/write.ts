import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { UsageError } from '../../command.ts'
import { isInside } from '../project/find-files.ts'

/** A file with the content that was read and the content that replaces it. */
export interface Write {
  readonly path: string
  readonly before: string
  readonly after: string
  readonly encoding?: BufferEncoding | undefined
}

/**
 * Replaces all files or none: each gets its new content in one step, and failures are undone. A file
 * outside of the folder, where a symbolic link may lead, is not written.
 */
export function writeAll(writes: readonly Write[], folder: string): void {
  const root = realpathSync(folder)
  const prepared: (Write & { target: string; temporary: string })[] = []
  const replaced: typeof prepared = []
  try {
    for (const each of writes) {
      const { path, before, after, encoding = 'utf8' } = each
      const target = realpathSync(path)
      if (!isInside(root, target)) {
        throw new Error(`${path} leads to ${target}, which is not in ${folder}`)
      }
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
