import { type Span, SpanStatusCode } from '@opentelemetry/api'

/** Records an exception, and that the work of the span failed. Anything can be thrown. */
export function recordError(span: Span, error: unknown): void {
  span.recordException(toException(error))
  markFailed(span, error)
}

/** Records an exception of the server. Whether the request failed depends on the response. */
export function recordExceptionOfServer(span: Span, error: unknown): void {
  if (!isClientError(error)) span.recordException(toException(error))
}

export function markFailed(span: Span, error: unknown): void {
  const message = error === undefined ? undefined : messageOf(error)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) })
}

/** The class of an error, which is the value of `error.type`. */
export function errorTypeOf(error: unknown): string | undefined {
  return error instanceof Error && typeof error.name === 'string' && error.name !== ''
    ? error.name
    : undefined
}

/** Whether an error names a status of the client's fault, which is no failure of the server. */
function isClientError(error: unknown): boolean {
  const { status, statusCode } = Object(error) as { status?: unknown; statusCode?: unknown }
  const given = typeof status === 'number' ? status : statusCode
  return typeof given === 'number' && given >= 400 && given < 500
}

function toException(error: unknown): Error | string {
  return error instanceof Error ? error : messageOf(error)
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'An error that cannot be displayed'
  }
}
