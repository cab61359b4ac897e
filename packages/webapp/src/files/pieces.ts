const LARGE = 1024 * 1024
const SMALL = 64 * 1024

/**
 * So many large pieces are lent at a time. Whoever comes then gets a small one, so that thousands of
 * clients who take their time hold little memory.
 */
const MOST_LENT = 32

/** So many wait for the next file: fresh memory costs more than filling it. */
const MOST_SPARE = 8

const spare: Buffer[] = []
let lent = 0

/** Lends memory for the pieces of a file. */
export function lendPiece(): Buffer {
  if (lent === MOST_LENT) return createPiece()
  lent++
  return spare.pop() ?? Buffer.allocUnsafeSlow(LARGE)
}

/** Memory for a piece that somebody may keep. */
export function createPiece(): Buffer {
  return Buffer.allocUnsafeSlow(SMALL)
}

/** Takes back what was lent; somebody may still be reading it unless all of it was sent. */
export function takeBackPiece(piece: Buffer, isSent: boolean): void {
  if (piece.length !== LARGE) return
  lent--
  if (isSent && spare.length < MOST_SPARE) spare.push(piece)
}
