const patience = 60_000

/** Asks again and again until the answer is yes; who never hears it must not wait for ever. */
export async function until(
  ask: () => Promise<boolean>,
  longest: number = patience,
  pause = 50,
): Promise<void> {
  const end = Date.now() + longest
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`still no after ${longest} ms: ${ask}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
