/** A part of a multipart form. */
export interface Part {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  readonly encoding?: string
  readonly value: string
}

const BOUNDARY = 'limit-of-parts'

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** The request that a browser sends for a form. */
export function post(...parts: Part[]) {
  return { method: 'POST', headers: formHeaders, body: `${openForm(...parts)}--${BOUNDARY}--\r\n` }
}

/** The parts of a form that does not end. */
export function openForm(...parts: Part[]): string {
  return parts.map(toText).join('')
}

function toText({ name, filename, type, encoding, value }: Part): string {
  const disposition = [
    'form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ')
  const headers = [
    `Content-Disposition: ${disposition}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(encoding === undefined ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
  ]
  return `--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n${value}\r\n`
}
