import { pipeline } from 'node:stream/promises'
import type { Response } from 'webapp'
import { codeOf, unavailable } from '../errors.ts'
import type { StoredFile } from '../storage/storage.ts'
import type { Attachment } from './attachments.ts'

/** Browsers show these; none of them can contain a script. All other types are downloads. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Sends an attachment. Whatever it contains, it never acts as a page of this site. */
export async function sendAttachment(
  res: Response,
  { name, type, size, file }: Attachment & { file: StoredFile },
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
    'Cache-Control': 'private, max-age=31536000, immutable',
  })
  if ('path' in file) return sendPath(res, file.path)
  res.set('Content-Length', String(size))
  await pipeline(file.stream, res)
}

function sendPath(res: Response, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      if (error === undefined || res.headersSent) resolve()
      else reject(codeOf(error) === 'ENOENT' ? unavailable('storage', error) : error)
    })
  })
}
