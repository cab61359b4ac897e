import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Next } from '../../../http/exchange.ts'

/** Middleware that only needs Node's request and response, so it also runs outside webapp. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void
