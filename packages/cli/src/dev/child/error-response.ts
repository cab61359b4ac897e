import { type ServerResponse, STATUS_CODES } from 'node:http'
import { splitPlace } from '../editor.ts'
import { describeError, show } from '../errors/describe-error.ts'
import { PAGE_HEADERS, renderErrorPage } from '../errors/error-page.ts'
import { maskHeaders, maskUrl, maskValue } from '../errors/mask.ts'
import { PROBLEM_HEADERS, renderProblem } from '../errors/problem.ts'
import type { Project } from '../errors/project.ts'
import type { ErrorReport, LayerReport, RequestReport } from '../errors/report.ts'
import { wantsHtml } from '../errors/wants-html.ts'
import { pairsOf } from '../group-headers.ts'
import type { Exchange } from './exchange.ts'

export interface ErrorResponseOptions {
  readonly project: Project
  /** The start of the program; absent if pages are not reloaded. */
  readonly boot: string | undefined
  /** The template of links that open a file in the editor. */
  readonly editor: string | undefined
}

/** A response that replaces the one of webapp's final handler. */
interface Replacement {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * Replaces the response that the final handler is about to send: by a page for a browser, by problem
 * details for other clients. The new `end` stands before those of middleware, because some of them
 * send the head before they call the one behind them. It serves for one call.
 */
export function replaceFinalResponse(exchange: Exchange, options: ErrorResponseOptions): void {
  const { req, res } = exchange
  if (res === undefined || res.headersSent) return
  // TypeScript cannot choose an overload for a list of arguments.
  const end = res.end as unknown as (...args: unknown[]) => unknown
  const replaced = Object.getOwnPropertyDescriptor(res, 'end')
  const value = (...args: unknown[]) => {
    if (replaced === undefined) Reflect.deleteProperty(res, 'end')
    else Object.defineProperty(res, 'end', replaced)
    const page = res.headersSent ? undefined : createErrorResponse(exchange, res, options)
    if (page === undefined) return end.apply(res, args)
    exchange.hasErrorPage = true
    for (const [name, text] of Object.entries(page.headers)) res.setHeader(name, text)
    res.setHeader('Content-Length', page.body.length)
    return req.method === 'HEAD' ? end.call(res) : end.call(res, page.body)
  }
  Object.defineProperty(res, 'end', { configurable: true, writable: true, value })
}

/** The response to an error; `undefined` keeps webapp's own: in production, and for other hosts. */
function createErrorResponse(
  exchange: Exchange,
  res: ServerResponse,
  options: ErrorResponseOptions,
): Replacement | undefined {
  if (isProduction(exchange) || !exchange.isLocal) return undefined
  try {
    const report = createReport(exchange, res.statusCode, options)
    const isPage = wantsHtml(exchange.req.headers.accept)
    const body = Buffer.from(isPage ? renderErrorPage(report) : renderProblem(report))
    // Problem details need no policy, and the one of the final handler is for its page.
    if (!isPage) res.removeHeader('Content-Security-Policy')
    return { headers: isPage ? PAGE_HEADERS : PROBLEM_HEADERS, body }
  } catch {
    // webapp's own response is better than none.
    return undefined
  }
}

function isProduction({ req }: Exchange): boolean {
  const { app } = req as { app?: { settings?: { env?: unknown } } }
  return app?.settings?.env === 'production'
}

function createReport(
  exchange: Exchange,
  statusCode: number,
  options: ErrorResponseOptions,
): ErrorReport {
  const { boot, project, editor } = options
  return {
    status: statusCode,
    title: STATUS_CODES[statusCode] ?? 'Error',
    error: describeError(exchange.error, project),
    request: describeRequest(exchange),
    layers: exchange.layers.map((layer) => withLink(layer, project)),
    root: project.root,
    ...(boot !== undefined && { boot }),
    ...(editor !== undefined && { editor }),
  }
}

/** Links to files of the project alone. */
function withLink(layer: LayerReport, project: Project): LayerReport {
  const file = splitPlace(layer.place ?? '')?.file
  return { ...layer, canOpen: file !== undefined && project.quotablePath(file) !== undefined }
}

function describeRequest(exchange: Exchange): RequestReport {
  const { method, url, route, req, requestBody } = exchange
  const values = readValues(exchange)
  const unread = requestBody.size > 0 ? `(not parsed, ${requestBody.size} bytes)` : undefined
  return {
    method,
    url: maskUrl(url),
    route,
    headers: maskHeaders(pairsOf(req.rawHeaders)),
    params: values.params,
    query: values.query,
    body: values.body ?? unread,
  }
}

/** Parameters, query and body as text, with secrets masked. */
export function readValues(exchange: Exchange): {
  params: string | undefined
  query: string | undefined
  body: string | undefined
} {
  const req = exchange.req as { query?: unknown; body?: unknown }
  return {
    params: textOf(() => exchange.params),
    query: textOf(() => req.query),
    body: textOf(() => req.body),
  }
}

/** Getters and proxies run code of the program. An error in it must not end the program. */
function textOf(read: () => unknown): string | undefined {
  try {
    const value = read()
    if (value === undefined) return undefined
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) {
      return undefined
    }
    return show(maskValue(value), 6)
  } catch {
    return undefined
  }
}
