import type { ErrorDescription } from '../settings.ts'
import { type ErrorReport, shortPath } from './report.ts'

export const PROBLEM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'application/problem+json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** The error for clients that do not want HTML, as problem details (RFC 9457). */
export function renderProblem(report: ErrorReport): string {
  const { status, title, error, request, layers = [], root, note } = report
  const problem = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    ...(request && { instance: request.url, method: request.method, route: request.route }),
    ...(note !== undefined && { note }),
    error: describe(error, root),
    ...(layers.length > 0 && {
      handlers: layers.map(({ name, route, outcome, place }) => {
        return { name, route, outcome, place: place && shortPath(place, root) }
      }),
    }),
  }
  return `${JSON.stringify(problem, null, 2)}\n`
}

function describe(
  { name, message, code, frames, stack, cause }: ErrorDescription,
  root: string,
): object {
  const own = frames.filter((frame) => frame.isOwn)
  return {
    name,
    message,
    code,
    at: own.map(({ call, file, line, column }) => {
      const place = `${shortPath(file, root)}:${line}:${column}`
      return call === '' ? place : `${call} (${place})`
    }),
    stack: stack.split('\n'),
    cause: cause && describe(cause, root),
  }
}
