import { posix } from 'node:path'

/** Where the pages of the site are, by their path in the repository. */
export type PageMap = ReadonlyMap<string, string>

export interface Place {
  /** The page with the link: its path in the repository, and in the Markdown of the site. */
  readonly source: string
  readonly path: string
}

/**
 * Markdown whose relative links fit the site. A link to a file of the repository that is not a page
 * becomes its text and the path, because the repository has no public address.
 */
export function adaptLinks(text: string, place: Place, pages: PageMap, isImage: ImageTest): string {
  const code = findCode(text)
  return text.replaceAll(
    /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
    (link: string, mark: string, label: string, target: string, at: number) => {
      if (code.some(([from, to]) => from <= at && at < to)) return link
      if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(target)) return link
      const [path = '', anchor] = splitAnchor(target)
      const inRepository = posix.normalize(posix.join(posix.dirname(place.source), path))
      const page = findPage(inRepository, pages)
      if (page !== undefined) return `${mark}[${label}](${relativeTo(place.path, page)}${anchor})`
      if (isImage(inRepository)) return link
      return describeFile(label, inRepository)
    },
  )
}

export type ImageTest = (path: string) => boolean

function findPage(path: string, pages: PageMap): string | undefined {
  const folder = path.replace(/\/$/, '')
  return pages.get(path) ?? pages.get(`${folder}/index.md`)
}

function relativeTo(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}

function describeFile(label: string, path: string): string {
  const name = path.replace(/\/$/, '')
  return label.includes(name) ? label : `${label} (\`${name}\` in the repository)`
}

export function splitAnchor(target: string): [path: string, anchor: string] {
  const at = target.indexOf('#')
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

/** The ranges of fenced blocks and code spans, in which nothing is a link. */
function findCode(text: string): [from: number, to: number][] {
  const fences = /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1[`~]*[ \t]*$/gm
  const blocks = [...text.matchAll(fences)].map(toRange)
  const spans = [...text.matchAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g)].map(toRange)
  return [...blocks, ...spans]
}

function toRange(match: RegExpExecArray): [number, number] {
  return [match.index, match.index + match[0].length]
}
