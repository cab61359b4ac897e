/** How long nothing is printed, and then between two lines. */
const PAUSE = 2000

/** Prints on standard error how far a long run is. */
export function createProgress(
  print: (line: string) => void,
): (read: number, known: number) => void {
  let last = Date.now()
  return (read, known) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    print(`webapp prove: read ${read} of ${known} packages`)
  }
}
