import webapp from 'webapp'
import webapp4 from 'webapp/v4'
import { router as newBooks } from './new/books.js'
import { router as newSearch } from './new/search.js'
import { router as oldBooks } from './old/books.js'
import { router as oldSearch } from './old/search.js'

/** Where it starts: `require('express')` became `require('webapp/v4')`, nothing else changed. */
export const before = webapp4().use('/books', oldBooks).use('/search', oldSearch)

/** The first router has moved, and the application around it has not. */
export const newInOld = webapp4().use('/books', newBooks).use('/search', oldSearch)

/** The application has moved, and one router has not. */
export const oldInNew = webapp().use('/books', newBooks).use('/search', oldSearch)

/** A whole application of 4.x is a route of one of 5.x, with settings of its own. */
export const mounted = webapp().use('/books', newBooks).use(webapp4().use('/search', oldSearch))

/** Where it ends. */
export const after = webapp().use('/books', newBooks).use('/search', newSearch)
