/** A request of the mix, and the status that it must get; 0 for those that we give up. */
export interface Kind {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: string
  readonly status: number
}
