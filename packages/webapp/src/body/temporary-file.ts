import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of requests that are not finished. If the process exits, they are removed. */
const temporary = new Set<string>()

/** A path that a client cannot guess. */
export function temporaryPath(directory: string, extension = ''): string {
  return join(directory, `upload_${randomBytes(16).toString('hex')}${extension}`)
}

/**
 * Creates a file that only the user of the process can read. `fill` writes its content; if that fails,
 * the file is removed.
 */
export async function createTemporary(
  path: string,
  highWaterMark: number,
  fill: (target: WriteStream) => Promise<void>,
): Promise<void> {
  if (temporary.size === 0) process.on('exit', removeAtExit)
  temporary.add(path)
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark })
  try {
    await fill(target)
  } catch (error) {
    await whenClosed(target)
    await removeTemporary(path)
    throw error
  }
}

/** Hands a file over to the program, which may have moved or removed it already. */
export function keepTemporary(path: string): void {
  if (temporary.delete(path) && temporary.size === 0) process.off('exit', removeAtExit)
}

/** Removes a file, unless the program keeps it. A failure must not hide the error of the request. */
export async function removeTemporary(path: string): Promise<void> {
  if (!temporary.has(path)) return
  await rm(path, { force: true }).catch(() => {})
  keepTemporary(path)
}

function removeAtExit(): void {
  for (const path of temporary) {
    try {
      rmSync(path, { force: true })
    } catch {
      // The process cannot report it any more.
    }
  }
}

// Wait for the close event: a file that is still being opened would appear after its removal.
function whenClosed(target: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (target.closed) resolve()
    else target.once('close', resolve)
  })
}
