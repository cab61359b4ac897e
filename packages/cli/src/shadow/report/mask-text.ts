import { isSecretName, MASK, maskUrl } from '../../dev/errors/mask.ts'

/** A body in which the values of secret members, fields, attributes and parameters are replaced. */
export function maskText(text: string): string {
  const masked = text
    // Members of JSON.
    .replace(
      /"([^"\\]{1,60})"(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g,
      (whole, name: string, between: string) =>
        isSecretName(name) ? `"${name}"${between}"${MASK}"` : whole,
    )
    // Fields of forms and elements such as `<meta name="csrf-token" content="…">`.
    .replace(/<(?:input|meta)\b[^>]*>/gi, maskElement)
    // Tokens in three parts (JSON Web Tokens), wherever they are.
    .replace(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK)
  return maskUrl(masked)
}

function maskElement(element: string): string {
  const [, name = ''] = /\b(?:name|id)\s*=\s*["']?([^"'\s>]+)/i.exec(element) ?? []
  if (!isSecretName(name)) return element
  return element.replace(/\b(value|content)\s*=\s*(["'])(.*?)\2/gis, `$1=$2${MASK}$2`)
}
