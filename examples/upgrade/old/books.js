import webapp from 'webapp/v4'
import { books, findBook } from '../library.js'

/** The books, written for 4.x. */
export const router = webapp.Router()

router.use(webapp.urlencoded({ extended: true }))

router.get('/:id(\\d+)?', (req, res) => {
  if (req.params.id === undefined) return res.json(books)
  const book = findBook(req.params.id)
  return book ? res.json(book) : res.send(404)
})

router.post('/', (req, res) => {
  res.json(201, { id: 4, title: req.body.book.title })
})

router.delete('/:id', (_req, res) => res.send(204))
