/**
 * `npm cit` is the gate that everybody waits for: what the dialects share is tried there in one of
 * them, by turns. `TESTS=all` tries everything in every dialect, as CI does.
 */
export const isGate = process.env.TESTS !== 'all'
