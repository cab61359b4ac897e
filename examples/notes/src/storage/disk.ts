import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf, HttpError, unavailable } from '../errors.ts'
import type { Storage } from './storage.ts'

/** Files in a folder. Several processes on one machine, or with a shared volume, may use it. */
export function openDisk(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key)
  return {
    async put(key, content) {
      const path = pathOf(key)
      const partial = `${path}.part`
      try {
        await mkdir(join(path, '..'), { recursive: true })
        const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
        await pipeline(content, file)
        await sync(partial, 'r+')
        await rename(partial, path)
        await syncFolder(join(path, '..'))
        return file.bytesWritten
      } catch (error) {
        await rm(partial, { force: true })
        throw translate(error)
      }
    },
    get: async (key) => ({ path: pathOf(key) }),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** The new name is in the folder, which the disk must have as well. Windows cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** Waits until the disk has the file: an upload that we acknowledge must survive a crash. */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function translate(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = 'There is no space left for attachments. The file was not stored'
    return new HttpError(507, message, 'storage.full', { cause: error })
  }
  if (code !== undefined && /^(EIO|EROFS|EACCES|ENOENT|EMFILE|ENFILE|ESTALE)$/.test(code)) {
    return unavailable('storage', error)
  }
  return error
}
