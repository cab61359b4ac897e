import webapp from 'webapp'
import { booksOf } from '../library.js'

/** The search in 5.x, where `req.query` is flat and cannot be assigned. */
export const router = webapp.Router()

router.get('/', (req, res) => {
  res.json(booksOf(req.query['by[author]'] ?? 'Austen'))
})

router.get('/shelf/*path', (req, res) => {
  res.send(`shelf ${req.params.path.join('/')}`)
})
