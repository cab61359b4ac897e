import type { User } from '../accounts/users.ts'
import type { Database } from '../database/database.ts'
import type { NoteSummary } from './notes.ts'

/** Marks the words that were found. No text that people type has these characters. */
export const FOUND = { start: '\u0002', end: '\u0003' } as const

export type SearchResult = NoteSummary & { readonly rank: number }

export interface SearchRequest {
  readonly text: string
  readonly page: number
  readonly limit: number
}

/** Full-text search in the notes that a user sees, the best first. */
export class Search {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async find(
    user: User,
    { text, page, limit }: SearchRequest,
  ): Promise<{ items: SearchResult[]; hasMore: boolean }> {
    const rows = await this.#database.query<SearchResult>(
      `SELECT n.id, n.title, o.name AS owner, n.version, n.changed, n.updated_at AS "updatedAt",
         CASE WHEN n.owner_id = $1 THEN 'owner' WHEN s.can_write THEN 'write' ELSE 'read' END AS access,
         ts_rank(n.words, query) AS rank,
         ts_headline('simple', translate(n.body, $5, ''), query,
           'MaxWords=30, MinWords=10, StartSel=' || left($5, 1) || ', StopSel=' || right($5, 1)) AS excerpt
       FROM websearch_to_tsquery('simple', $2) AS query, notes n
       JOIN users o ON o.id = n.owner_id
       LEFT JOIN shares s ON s.note_id = n.id AND s.user_id = $1
       WHERE n.words @@ query AND (n.owner_id = $1 OR s.user_id IS NOT NULL)
       ORDER BY rank DESC, n.changed DESC LIMIT $3 OFFSET $4`,
      [user.id, text, limit + 1, (page - 1) * limit, FOUND.start + FOUND.end],
    )
    return { items: rows.slice(0, limit), hasMore: rows.length > limit }
  }
}
