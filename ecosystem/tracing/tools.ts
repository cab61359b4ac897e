import type { Recorded, Tool } from './run-tool.ts'

export const tools: readonly Tool[] = [
  {
    name: 'OpenTelemetry',
    packageName: '@opentelemetry/instrumentation-express',
    setup: 'opentelemetry.cjs',
    moduleSetup: 'opentelemetry.mjs',
    others: {
      "`require('webapp')`, with `webapp/otel` alone": 'webapp-otel.cjs',
      "`require('webapp')`, with `webapp/otel` and the instrumentations of `http` and Express":
        'webapp-otel-http.cjs',
    },
    env: { OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' },
  },
  { name: 'Sentry', packageName: '@sentry/node', setup: 'sentry.cjs' },
  {
    name: 'Datadog',
    packageName: 'dd-trace',
    setup: 'dd-trace.cjs',
    moduleSetup: 'dd-trace.mjs',
    read: readDatadog,
  },
  {
    name: 'New Relic',
    packageName: 'newrelic',
    setup: 'newrelic.cjs',
    moduleSetup: 'newrelic.mjs',
    // Records without a collector, which would have to be one with TLS.
    env: {
      NEW_RELIC_APP_NAME: 'exercise',
      NEW_RELIC_LICENSE_KEY: '0'.repeat(40),
      NEW_RELIC_LOG_ENABLED: 'false',
      NEW_RELIC_NO_CONFIG_FILE: 'true',
      NEW_RELIC_SERVERLESS_MODE_ENABLED: 'true',
    },
  },
  {
    name: 'Elastic APM',
    packageName: 'elastic-apm-node',
    setup: 'elastic-apm-node.cjs',
    moduleSetup: 'elastic-apm-node.mjs',
    read: readElastic,
  },
]

interface DatadogSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string
  readonly name: string
  readonly resource: string
  readonly meta: Readonly<Record<string, string>>
}

/** Each line of the console is a part of a trace. */
function readDatadog(_sent: readonly string[], printed: readonly string[]): Recorded {
  const spans = printed.flatMap((line) =>
    (JSON.parse(line) as { traces: DatadogSpan[][] }).traces.flat(),
  )
  const roots = spans.filter(({ meta }) => meta['span.kind'] === 'server')
  const titleOf = ({ name, resource }: DatadogSpan) => `${name}: ${resource}`
  const titles = new Map(spans.map((span) => [span.span_id, titleOf(span)]))
  return {
    transactions: roots.map((root) => ({
      name: titleOf(root),
      spans: spans
        .filter((span) => span !== root && span.trace_id === root.trace_id)
        .map((span) => `${titleOf(span)} in ${titles.get(span.parent_id)}`),
    })),
    errors: spans
      .filter(({ meta }) => meta['error.message'] !== undefined)
      .map((span) => `${span.meta['error.message']} in ${titleOf(span)}`),
  }
}

interface ElasticEvent {
  readonly transaction?: { readonly id: string; readonly name: string }
  readonly span?: { readonly transaction_id: string; readonly name: string }
  readonly error?: {
    readonly transaction_id: string
    readonly exception: { readonly message: string }
  }
}

/** Each line that was sent is an event. */
function readElastic(sent: readonly string[]): Recorded {
  const events = sent
    .flatMap((body) => body.split('\n'))
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ElasticEvent)
  const transactions = events.flatMap(({ transaction }) => transaction ?? [])
  const spans = events.flatMap(({ span }) => span ?? [])
  const nameOf = (id: string) => transactions.find((each) => each.id === id)?.name
  return {
    transactions: transactions.map(({ id, name }) => ({
      name,
      spans: spans.filter((span) => span.transaction_id === id).map((span) => span.name),
    })),
    errors: events
      .flatMap(({ error }) => error ?? [])
      .map((error) => `${error.exception.message} in ${nameOf(error.transaction_id)}`),
  }
}
