/** The bytes of a request whose connection is to be closed after the answer. */
export function lastRequest(target: string, headers = '', method = 'GET'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ex.com\r\n${headers}Connection: close\r\n\r\n`
}

/** The status codes of the answers in the bytes of a connection. */
export function statusesIn(bytes: string): number[] {
  return [...bytes.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** The value of a header of the first answer. */
export function headerIn(bytes: string, name: string): string | undefined {
  const [head = ''] = bytes.split('\r\n\r\n', 1)
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}

/** The body of the only answer. */
export function bodyIn(bytes: string): string {
  return bytes.slice(bytes.indexOf('\r\n\r\n') + 4)
}
