/** Which express a dialect and a side mean. */
const sides = {
  '5.x original': { target: 'express5', product: 'Express' },
  '5.x ours': { target: 'webapp/v5', product: 'webapp' },
  '4.x original': { target: 'express4', product: 'Express' },
  '4.x ours': { target: 'webapp/v4', product: 'webapp' },
  '3.x original': { target: 'express3', product: 'Express' },
  '3.x ours': { target: 'webapp/v3', product: 'webapp' },
}

/** @param {string} dialect @param {string} side */
export function findSide(dialect, side) {
  const found = sides[/** @type {keyof typeof sides} */ (`${dialect} ${side}`)]
  if (!found) throw new RangeError(`no side: ${dialect} ${side}`)
  return found
}
