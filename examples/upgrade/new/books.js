import webapp from 'webapp'
import { books, findBook } from '../library.js'

/** The books in 5.x. */
export const router = webapp.Router()

router.use(webapp.urlencoded({ extended: true }))

router.param('id', /^\d+$/)

router.get('/{:id}', (req, res) => {
  if (req.params.id === undefined) return res.json(books)
  const book = findBook(req.params.id)
  return book ? res.json(book) : res.sendStatus(404)
})

router.post('/', (req, res) => {
  res.status(201).json({ id: 4, title: req.body.book.title })
})

router.delete('/:id', (_req, res) => res.sendStatus(204))
