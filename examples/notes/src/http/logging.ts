import { type Logger, pino } from 'pino'
import { pinoHttp } from 'pino-http'
import type { RequestHandler } from 'webapp'

export function createLog(level: string): Logger {
  return pino({ level, redact: ['req.headers.authorization', 'req.headers.cookie'] })
}

/** Gives each request a logger with its id, and writes a line for each response. */
export function logRequests(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
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
