/** The content of the answers, the same for every candidate. */

let count = 0

/** Differs from call to call and keeps its length: nobody wins by remembering the last answer. */
function nextNumber() {
  count = (count + 1) % 9_000_000
  return 1_000_000 + count
}

/**
 * @param {number} [size]
 * @returns {() => string}
 */
export function numberedText(size = 21) {
  const greeting = 'Hello, World!'.padEnd(size - 7)
  return () => greeting + nextNumber()
}

export function numberedObject() {
  return { message: 'Hello, World!', number: nextNumber() }
}

/** @param {Record<string, unknown>} body */
export function describeBody(body) {
  return { name: body.name, keys: Object.keys(body).length }
}

export const viewLocals = {
  title: 'Products',
  items: ['apple', 'bread', 'cheese', '<script>', 'eggs'].map((name, index) => ({
    name,
    price: index + 1,
  })),
}

export async function rejectLater() {
  await null
  throw new Error('expected')
}

/** What a small shop shows on a page. */
export function productList() {
  return Array.from({ length: 40 }, (_, index) => ({
    name: `product ${index}`,
    price: index + 1,
    stock: nextNumber(),
  }))
}
