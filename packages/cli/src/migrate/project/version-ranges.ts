import type { Dialect } from '../flow/values.ts'

const ALL: readonly Dialect[] = [5, 4, 3]

/** The dialects that a version range of Express admits, newest first; none for other versions. */
export function majorsOf(text: string): Dialect[] {
  const majors = allMajorsOf(text)
  return ALL.filter((major) => majors.includes(major))
}

/** All majors that a range admits: also those that are no dialects. A tag may be any dialect. */
export function allMajorsOf(text: string): number[] {
  const range = versionIn(text.trim())
  if (range === undefined || range === '') return [...ALL]
  return range.split('||').flatMap(majorsOfPart)
}

/** The part of a specifier that names a version; `undefined` for a tag, a folder or an address. */
function versionIn(text: string): string | undefined {
  const spec = text.replace(/^(?:npm:(?:@[^/]+\/)?[^/@]+@|workspace:)/, '')
  const tag = /^latest-(\d+)$/.exec(spec)
  if (tag) return tag[1]
  if (/^[\d\s.xX*^~<>=|v-]*(?:[-+][\w.-]+)?$/.test(spec)) return spec
  if (/^[v^~<>=\s]*\d/.test(spec) && !/[/:]/.test(spec)) return spec
  // A branch, a tag or a range of a repository, or a tarball.
  const found =
    /#(?:semver:)?([v^~<>=\s]*\d+(?:\.[\dxX*]+)*(?:[-+][\w.-]+)?)$/.exec(spec) ??
    /\/(?:tarball|zipball|archive)\/(?:refs\/\w+\/)?(v?\d[\w.-]*?)(?:\.tar\.gz|\.zip)?$/.exec(
      spec,
    ) ??
    /\bexpress-(\d+\.\d+\.\d+[\w.-]*?)\.tgz$/.exec(spec)
  return found?.[1]
}

const VERSION = /([<>]=?|[~^=])?\s*v?(\d+)(?:\.(\d+|[xX*]))?(?:\.(?:\d+|[xX*]))?(?:[-+][\w.-]+)?/g

function majorsOfPart(part: string): number[] {
  const text = part.trim()
  const bounds = [...text.matchAll(VERSION)]
  const [, operator, first] = bounds[0] ?? []
  if (first === undefined) return [...ALL]
  const low = Number(first)
  if (/^\S+\s+-\s+\S+$/.test(text)) return span(low, Number(bounds[1]?.[2] ?? low))
  const upper = bounds.find(([, each]) => each?.startsWith('<'))
  const high =
    upper && (upper[1] === '<=' || Number(upper[3]) > 0 ? Number(upper[2]) : Number(upper[2]) - 1)
  if (operator?.startsWith('>')) return span(low, high ?? Math.max(5, low))
  if (operator?.startsWith('<')) return span(0, high ?? 5)
  return [low]
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_each, index) => from + index)
}
