import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { type Context, createContextKey, type Span, SpanKind, trace } from '@opentelemetry/api'

/** The span of a request that another instrumentation created. */
export interface ForeignSpan {
  readonly span: Span
  /** What @opentelemetry/instrumentation-http reads when the response is sent. */
  readonly metadata: RpcMetadata | undefined
}

/** The value that @opentelemetry/core stores in the context of a request. */
interface RpcMetadata {
  readonly type: string
  readonly span: Span
  route?: string
}

// The packages of OpenTelemetry find each other's values by the names of these keys.
const RPC_METADATA = createContextKey('OpenTelemetry SDK Context Key RPC_METADATA')
const SUPPRESS_TRACING = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

/** The server span that is active because another instrumentation created it for this request. */
export function findForeignSpan(active: Context, req: IncomingMessage): ForeignSpan | undefined {
  if (isInMemory(req)) return undefined
  const metadata = active.getValue(RPC_METADATA) as RpcMetadata | undefined
  if (metadata?.type === 'http') return { span: metadata.span, metadata }
  const span = trace.getSpan(active)
  // Only the spans of an SDK have a kind.
  const isServer = (span as { kind?: SpanKind } | undefined)?.kind === SpanKind.SERVER
  return span !== undefined && isServer ? { span, metadata: undefined } : undefined
}

/**
 * Whether a request comes from `inject`, `fetch` or a platform. Its caller may have a span, but that is
 * not the span of this request.
 */
export function isInMemory({ socket, httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor < 2 && !(socket instanceof Socket)
}

export function isSuppressed(active: Context): boolean {
  return active.getValue(SUPPRESS_TRACING) === true
}

export function suppressTracing(active: Context): Context {
  return active.setValue(SUPPRESS_TRACING, true)
}
