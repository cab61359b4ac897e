const Sentry = require('@sentry/node')

const errors = []
const transactions = []

Sentry.init({
  dsn: 'http://key@127.0.0.1:9/1',
  tracesSampleRate: 1,
  traceLifecycle: 'static',
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  beforeSend(event) {
    errors.push([event.exception?.values?.[0]?.value, event.transaction ?? null])
    return null
  },
  beforeSendTransaction(event) {
    transactions.push({
      name: event.transaction,
      spans: event.spans?.map(({ op, description }) => `${op}: ${description}`),
    })
    return null
  },
})

globalThis.tracing = {
  isActive: () => Sentry.getActiveSpan() !== undefined,
  async finished() {
    await Sentry.flush()
    return { errors, transactions }
  },
}
