import { pipeline } from 'node:stream/promises'
import type { Response } from 'webapp'
import { codeOf, unavailable } from '../errors.ts'
import type { StoredFile } from '../storage/storage.ts'
import type { Attachment } from './attachments.ts'

const OF_CONTENT = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'ETag']

/** Browsers show these; none of them can contain a script. All other types are downloads. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/**
 * Sends an attachment. Whatever it contains, it never acts as a page of this site. A browser keeps it,
 * but asks each time: somebody else may use this browser, or the note may no longer be shared.
 */
export async function sendAttachment(
  res: Response,
  { id, name, type, size, file }: Attachment & { file: StoredFile },
): Promise<void> {
  const isShown = SHOWN.has(type)
  res.attachment(name)
  if (isShown)
    res.set(
      'Content-Disposition',
      `inline${res.get('Content-Disposition')?.slice('attachment'.length)}`,
    )
  res.set({
    'Content-Type': isShown ? type : 'application/octet-stream',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-cache',
    ETag: `"${id}"`, // The content of an attachment never changes.
  })
  if ('path' in file) return sendPath(res, file.path)
  if (res.req.fresh) {
    file.stream.destroy()
    res.status(304).end()
    return
  }
  res.set('Content-Length', String(size))
  await pipeline(file.stream, res).catch((error: unknown) => {
    // The client has left: nothing is wrong here. A store that fails has another code.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

function sendPath(res: Response, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (error === undefined || res.headersSent) return resolve()
      // They are for the content, not for the page that explains the error.
      for (const name of OF_CONTENT) res.removeHeader(name)
      reject(codeOf(error) === 'ENOENT' ? unavailable('storage', error) : error)
    })
  })
}
