import type { PathParameter, PathTemplate } from './paths.ts'

/** Templates that differ in the names of their parameters alone are the same path. */
export function keyOf({ path }: PathTemplate): string {
  return path.replace(PARAMETER, '{}')
}

const PARAMETER = /\{[^}]*\}/g

/** Whether all requests of a path are below the path of middleware. */
export function isBelow(start: PathTemplate, { path, parameters }: PathTemplate): boolean {
  const segments = path.split('/')
  const starting = start.path.replace(/\/$/, '').split('/')
  return starting.every((own, at) => {
    const segment = segments[at]
    if (segment === undefined) return false
    const parameter = findParameter(start.parameters, own)
    if (parameter === undefined) return withoutNames(own) === withoutNames(segment)
    const { pattern } = parameter
    if (pattern === undefined) return segment !== ''
    const other = findParameter(parameters, segment)
    return other ? other.pattern === pattern : new RegExp(`^(?:${pattern})$`, 'i').test(segment)
  })
}

/** The parameter that is a whole segment of a path. */
function findParameter(
  parameters: readonly PathParameter[],
  segment: string,
): PathParameter | undefined {
  return parameters.find(({ name }) => segment === `{${name}}`)
}

/** By default, paths match in any case. */
function withoutNames(segment: string): string {
  return segment.replace(PARAMETER, '{}').toLowerCase()
}

/** Whether a path of the same form matches all requests that the other one matches. */
export function covers({ parameters }: PathTemplate, other: PathTemplate): boolean {
  return parameters.every(({ isWildcard, pattern }, at) => {
    const theirs = other.parameters[at]
    if (isWildcard || theirs?.isWildcard) return isWildcard === true
    return pattern === undefined || pattern === theirs?.pattern
  })
}
