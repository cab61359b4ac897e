import { basename } from 'node:path'
import { create } from 'content-disposition'

/** The Content-Disposition of a download; of a path only the last part is told. */
export function attachmentNamed(path?: string): string {
  return create(path === undefined ? undefined : basename(path))
}
