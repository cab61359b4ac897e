import { basename } from 'node:path'
import { create } from 'content-disposition'

/** The Content-Disposition of a download. Only the last segment of a path is sent. */
export function attachmentNamed(path?: string): string {
  return create(path === undefined ? undefined : basename(path))
}
