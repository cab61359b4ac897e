/** A named parameter of a 3.x path. */
export interface Key {
  readonly name: string
  readonly optional: boolean
}

interface Options {
  readonly sensitive: boolean
  readonly strict: boolean
}

/**
 * The regular expression of a 3.x path, and its keys.
 *
 * Captures without a name, of `*` and of parentheses, are told apart from named ones by their place
 * only, so that a wildcard before a parameter takes the parameter's name: programs know it so.
 */
export function compilePath(path: unknown, keys: Key[], options: Options): RegExp {
  if (path instanceof RegExp) return path
  const text = Array.isArray(path) ? `(${path.join('|')})` : String(path)
  const source = translate(options.strict ? text : `${text}/?`, keys)
  return new RegExp(`^${source}$`, options.sensitive ? '' : 'i')
}

// A group that begins with its slash, or a parameter with what belongs to it.
const TOKEN = /\/\((?!\?)|(\/)?(\.)?:(\w+)(\(.*?\))?(\?)?(\*)?/g

function translate(text: string, keys: Key[]): string {
  const withGroups = text.replace(TOKEN, (token, ...parts: (string | undefined)[]) => {
    if (token === '/(') return '(?:/'
    const [slash = '', dot = '', name = '', capture, optional = '', star] = parts
    keys.push({ name, optional: optional !== '' })
    const value = capture ?? (dot ? '([^/.]+?)' : '([^/]+?)')
    const group = optional ? `(?:${slash}${dot}${value})?` : `${slash}(?:${dot}${value})`
    return star ? `${group}(/*)?` : group
  })
  return withGroups.replace(/[/.]/g, '\\$&').replaceAll('*', '(.*)')
}
