import { serve as serveApplication } from './adapters/serve.ts'
import type { Serve } from './adapters/serve-types.ts'

export type * from './adapters/serve-types.ts'

/** Starts an application on Node, Bun or Deno, and resolves when it listens. */
export const serve: Serve = serveApplication
