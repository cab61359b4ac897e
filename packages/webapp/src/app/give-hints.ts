// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import { explainMistakesWith, givesHints } from '../errors/mistakes.ts'
import type { Application } from './application.ts'
import type { explain } from './hints/explain.ts'
import type { inspectSoon } from './hints/inspect.ts'
import type { watchHandlers } from './hints/unanswered.ts'

// The hints are loaded by programs in development alone.

explainMistakesWith(() => (require('./hints/explain.js') as { explain: typeof explain }).explain)

type Inspection = { inspectSoon: typeof inspectSoon }
type Watching = { watchHandlers: typeof watchHandlers }

/** Looks for mistakes in an application that starts to serve requests, in development only. */
export function lookForMistakes(app: Application): void {
  if (!givesHints(app.settings)) return
  try {
    ;(require('./hints/inspect.js') as Inspection).inspectSoon(app)
    ;(require('./hints/unanswered.js') as Watching).watchHandlers()
  } catch {
    // A hint must not change what the program does.
  }
}
