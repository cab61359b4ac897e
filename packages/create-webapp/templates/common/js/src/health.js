import { Router } from 'webapp'

/** Tells a load balancer whether to send requests: not while the application shuts down. */
export const health = Router()

health.get('/', (req, res) => {
  const isClosing = req.app.closing
  res.status(isClosing ? 503 : 200).json({ status: isClosing ? 'closing' : 'ok' })
})
