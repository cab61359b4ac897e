import type { Logger } from 'pino'
import type { Users } from './accounts/users.ts'
import type { Attachments } from './attachments/attachments.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Feeds } from './feed/feed.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Live } from './live.ts'
import type { Notes } from './notes/notes.ts'
import type { Search } from './notes/search.ts'
import type { Shares } from './notes/shares.ts'
import type { Redis } from './redis.ts'

/** The parts that the routes of all features use. */
export interface Services {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly redis: Redis | undefined
  readonly live: Live
  readonly limits: RateLimits
  readonly users: Users
  readonly notes: Notes
  readonly shares: Shares
  readonly search: Search
  readonly attachments: Attachments
  readonly feeds: Feeds
}
