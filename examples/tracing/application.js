import { setTimeout as wait } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import webapp from 'webapp'

/** A small shop whose handlers start their own spans for slow work. */
export function createShop() {
  const app = webapp()
  const orders = webapp.Router()
  orders.get('/:order', async function showOrder(req, res) {
    res.json(await readOrder(req.params.order))
  })
  orders.post('/', function refuse() {
    throw Object.assign(new Error('The shop is closed'), { status: 503 })
  })
  app.use('/customers/:customer/orders', orders)
  app.use(explain)
  return app
}

/** @param {string} id */
async function readOrder(id) {
  return trace.getTracer('shop').startActiveSpan('read order', async (span) => {
    await wait(2)
    span.end()
    return { id }
  })
}

/** @type {import('webapp').ErrorRequestHandler} */
const explain = (error, _req, res, _next) => {
  res.status(error.status ?? 500).json({ error: error.message })
}
