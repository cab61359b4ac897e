/** Whether to trust the proxy at an address, `hop` hops away. */
export type TrustFunction = (address: string, hop: number) => boolean

/** The first value of a list: the one that the proxy nearest to the client added. */
export function firstForwarded(header: string | string[] | undefined): string {
  const text = String(header ?? '')
  const comma = text.indexOf(',')
  return (comma === -1 ? text : text.slice(0, comma)).trim()
}
