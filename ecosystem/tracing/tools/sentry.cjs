const Sentry = require('@sentry/node')

const errors = []
const transactions = []

Sentry.init({
  dsn: 'http://key@127.0.0.1:9/1',
  tracesSampleRate: 1,
  traceLifecycle: 'static',
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  beforeSend(event) {
    errors.push(`${event.exception?.values?.[0]?.value} in ${event.transaction}`)
    return null
  },
  beforeSendTransaction(event) {
    const spans = event.spans?.map(({ op, description }) => `${op}: ${description}`)
    transactions.push({ name: event.transaction, spans })
    return null
  },
})

globalThis.tool = {
  active: [],
  isActive: () => Sentry.getActiveSpan() !== undefined,
  addErrorHandler: Sentry.setupExpressErrorHandler,
  async finished() {
    await Sentry.flush()
    return { transactions, errors }
  },
}
