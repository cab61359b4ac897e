import webapp from 'webapp'
import webapp4 from 'webapp/v4'
import { router as newBooks } from './new/books.js'
import { router as newSearch } from './new/search.js'
import { router as oldBooks } from './old/books.js'
import { router as oldSearch } from './old/search.js'

/** The start: `require('express')` became `require('webapp/v4')`, nothing else changed. */
export const before = webapp4().use('/books', oldBooks).use('/search', oldSearch)

/** The first router uses 5.x, the application around it still 4.x. */
export const newInOld = webapp4().use('/books', newBooks).use('/search', oldSearch)

/** The application uses 5.x, one router still 4.x. */
export const oldInNew = webapp().use('/books', newBooks).use('/search', oldSearch)

/** A whole 4.x application, with its own settings, mounted in a 5.x application. */
export const mounted = webapp().use('/books', newBooks).use(webapp4().use('/search', oldSearch))

/** The result. */
export const after = webapp().use('/books', newBooks).use('/search', newSearch)
