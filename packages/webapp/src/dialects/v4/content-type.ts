interface ContentType {
  readonly type: string
  readonly parameters: Record<string, string>
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+"
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`)
const QUOTED = '"(?:[\\v !#-\\[\\]-~\\x80-\\xff]|\\\\[\\v -\\xff])*"'
const PARAMETER = new RegExp(`; *(${TOKEN}) *= *(${QUOTED}|${TOKEN}) *`, 'y')

/** Parses a Content-Type as 4.x does: it refuses a malformed one (RFC 9110, 8.3). */
export function parseContentType(header: string): ContentType {
  const semicolon = header.indexOf(';')
  const end = semicolon === -1 ? header.length : semicolon
  const type = header.slice(0, end).trim()
  if (!TYPE.test(type)) throw new TypeError('invalid media type')
  const parameters: Record<string, string> = Object.create(null)
  for (let at = end; at < header.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [, name = '', value] = PARAMETER.exec(header) ?? []
    if (value === undefined) throw new TypeError('invalid parameter format')
    parameters[name.toLowerCase()] = value.startsWith('"') ? unquote(value) : value
  }
  return { type: type.toLowerCase(), parameters }
}

/** Parameters in alphabetical order; their values come from a header that was parsed. */
export function formatContentType({ type, parameters }: ContentType): string {
  const names = Object.keys(parameters).sort()
  return names.reduce((text, name) => `${text}; ${name}=${quote(parameters[name] ?? '')}`, type)
}

function unquote(value: string): string {
  return value.slice(1, -1).replace(/\\(.)/gs, '$1')
}

const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`)

function quote(value: string): string {
  return WHOLE_TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
