/** Whether the address, so many hops away, is a proxy whose word counts. */
export type TrustFunction = (address: string, hop: number) => boolean

/** The value that the proxy nearest to the client wrote: the first of a list. */
export function firstForwarded(header: string | string[] | undefined): string {
  const text = String(header ?? '')
  const comma = text.indexOf(',')
  return (comma === -1 ? text : text.slice(0, comma)).trim()
}
