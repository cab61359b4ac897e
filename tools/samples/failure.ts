/** A failure, with the place in the page. */
export interface Failure {
  readonly page: string
  readonly line: number
  readonly message: string
}
