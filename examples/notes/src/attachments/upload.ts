import type { Request } from 'webapp'
import { type Part, parts } from 'webapp/multipart'
import { userOf } from '../accounts/session.ts'
import { HttpError } from '../errors.ts'
import { checkToken } from '../http/csrf.ts'
import type { Services } from '../services.ts'
import type { Attachment } from './attachments.ts'

const MOST_FILES = 10

/**
 * Stores the files of a form as they arrive: memory stays flat, whatever their size. The token of
 * the session is in a header, or in the first field of the form, before any file.
 */
export async function receiveFiles(
  req: Request<{ id: string }>,
  { attachments, config }: Services,
): Promise<Attachment[]> {
  const user = userOf(req)
  const header = req.get('X-CSRF-Token')
  if (header !== undefined) checkToken(req, header)
  if (!req.is('multipart/form-data')) {
    throw new HttpError(415, 'Send the files as multipart/form-data', 'upload.type')
  }
  const { id } = await attachments.writableNote(user, req.params.id)
  const limits = { fileSize: config.maxUploadBytes, files: MOST_FILES, fields: 10, fieldSize: 1000 }
  const added: Attachment[] = []
  let isAllowed = header !== undefined
  for await (const part of parts(req, { limits })) {
    if (part.name === '_csrf' && !part.isFile) {
      checkToken(req, await part.text())
      isAllowed = true
    } else if (isFile(part)) {
      if (!isAllowed) checkToken(req, undefined)
      added.push(await attachments.add(user, id, { ...describe(part), content: part }))
    }
  }
  return added
}

/** A form without a chosen file has a part with an empty name. */
function isFile(part: Part): boolean {
  return part.isFile && part.filename !== undefined && part.filename !== ''
}

function describe({ filename, type }: Part): { name: string; type: string } {
  return { name: (filename ?? 'file').slice(0, 200), type: type.slice(0, 100) }
}
