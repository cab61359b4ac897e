import type { NoteSummary } from './notes.ts'
import { FOUND } from './search.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The excerpt as HTML: escaped, with the words that were found in <mark>. */
export function excerptOf({ excerpt }: NoteSummary): string {
  return excerpt
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    .replaceAll(FOUND.start, '<mark>')
    .replaceAll(FOUND.end, '</mark>')
}
