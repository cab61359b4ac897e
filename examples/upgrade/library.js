/** @typedef {{ id: number, title: string, author: string }} Book */

/** @type {readonly Book[]} */
export const books = [
  { id: 1, title: 'Middlemarch', author: 'Eliot' },
  { id: 2, title: 'Emma', author: 'Austen' },
  { id: 3, title: 'Persuasion', author: 'Austen' },
]

/** @param {unknown} id */
export const findBook = (id) => books.find((book) => book.id === Number(id))

/** @param {unknown} author */
export const booksOf = (author) => books.filter((book) => book.author === author)
