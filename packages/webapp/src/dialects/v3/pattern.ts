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
 * As in Express, names belong to captures by position only. So a `*` or a group before a
 * parameter takes the name of the parameter.
 */
export function compilePath(path: unknown, keys: Key[], options: Options): RegExp {
  if (path instanceof RegExp) return path
  if (typeof path !== 'string' && !Array.isArray(path)) {
    throw new TypeError(`a path must be a string, a RegExp or a list of them, but is ${path}`)
  }
  const text = typeof path === 'string' ? path : `(${path.join('|')})`
  const source = translate(options.strict ? text : `${text}/?`, keys)
  return new RegExp(`^${source}$`, options.sensitive ? '' : 'i')
}

// A parameter with its prefix, capture and modifiers.
const PARAMETER = /(\/)?(\.)?:(\w+)(\(.*?\))?(\?)?(\*)?/g

function translate(text: string, keys: Key[]): string {
  // A group includes the slash before it, so that an optional group makes its slash optional.
  const withGroups = text.replaceAll('/(', '(?:/')
  const withParameters = withGroups.replace(PARAMETER, (...parts: (string | undefined)[]) => {
    const [, slash = '', dot = '', name = '', capture, optional = '', star] = parts
    keys.push({ name, optional: optional !== '' })
    const value = capture ?? (dot ? '([^/.]+?)' : '([^/]+?)')
    const group = optional ? `(?:${slash}${dot}${value})?` : `${slash}(?:${dot}${value})`
    return star ? `${group}(/*)?` : group
  })
  return withParameters.replace(/[/.]/g, '\\$&').replaceAll('*', '(.*)')
}
