import webapp from 'webapp/v4'
import { booksOf } from '../library.js'

/** The search, written for 4.x. */
export const router = webapp.Router()

router.use((req, _res, next) => {
  req.query = { by: req.query.by ?? { author: 'Austen' } }
  next()
})

router.get('/', (req, res) => {
  const { author } = /** @type {{ author: string }} */ (req.query.by)
  res.json(booksOf(author))
})

router.get('/shelf/*', (req, res) => res.send(`shelf ${req.params[0]}`))
