import { randomUUID } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { pinoHttp } from 'pino-http'
import type { RequestHandler } from 'webapp'

export function createLog(level: string): Logger {
  return pino({ level, redact: ['req.headers.authorization', 'req.headers.cookie'] })
}

/** Gives each request an id and a logger, and writes a line for each response. */
export function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    // The id of a proxy or of the caller, so that lines of several services belong together.
    genReqId: (req, res) => {
      const id =
        /^[\w-]{1,64}$/.exec(String(req.headers['x-request-id'] ?? ''))?.[0] ?? randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (_req, res, error) => {
      if (error || res.statusCode >= 500) return 'error'
      return res.statusCode >= 400 ? 'warn' : 'info'
    },
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        url,
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
}
