import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Next } from '../../../http/exchange.ts'

/** Middleware that needs nothing of an application: it also runs in a foreign chain. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void
