import type { NoteSummary } from './notes.ts'
import { FOUND } from './search.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The excerpt as HTML: escaped, with the words that were found in <mark>. */
export function excerptOf({ excerpt }: NoteSummary): string {
  return withoutMarkup(excerpt)
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    .replaceAll(FOUND.start, '<mark>')
    .replaceAll(FOUND.end, '</mark>')
}

/** Removes the signs of Markdown that disturb in a short text. Code and links keep their words. */
function withoutMarkup(text: string): string {
  return withoutTables(text)
    .replace(/!?\[([^\]]*)\]\([^)]*(?:\)|$)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|```.*$|---+[ \t]*$)/gm, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
}

/** The cells of a row with points between them; the line below the head of a table says nothing. */
function withoutTables(text: string): string {
  return text
    .replace(/^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?:(?::?-+:?)?[ \t]*)$\n?/gm, '')
    .replace(/^[ \t]*\|(.*?)(?<!\\)(?:\|[ \t]*)?$/gm, (_row, cells: string) =>
      cells
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
        .filter(Boolean)
        .join(' · '),
    )
}
