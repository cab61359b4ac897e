/** A reason not to release: its message is printed without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
