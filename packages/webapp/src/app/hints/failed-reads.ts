import { readFileSync } from 'node:fs'
import { callSite, splitSite } from '../../errors/call-site.ts'

/**
 * Whether an error says that a program read a property of `req.<member>` while that member was
 * `undefined`. The message or the source line must name `req.<member>`, or else the result is false.
 */
export function isReadOf(member: string, error: unknown): boolean {
  if (!(error instanceof TypeError)) return false
  const { message, stack } = error
  const [, subject] = /^Cannot destructure .*?'([^']*)' as it is undefined/.exec(message) ?? []
  if (subject !== undefined) return new RegExp(`${REQUEST}\\.${member}$`).test(subject)
  const [, property = ''] = READING.exec(message) ?? []
  if (!/^[\w$]+$/.test(property)) return false
  const name = property.replaceAll('$', '\\$')
  const access = `(?:\\.\\s*${name}(?![\\w$])|\\[\\s*(['"\`]?)${name}\\1\\s*\\])`
  return new RegExp(`${REQUEST}\\.${member}\\s*!?${access}`).test(sourceLine(stack))
}

const READING = /^Cannot read properties of undefined \(reading '(.*)'\)$/

/** The usual names of a request: another object may have a member of the same name. */
const REQUEST = '(?<![\\w$])_?req(?:uest)?'

/** The line of the program that an error comes from; empty if the file cannot be read. */
function sourceLine(stack: unknown): string {
  try {
    const [path, position] = splitSite(callSite(stack) ?? '')
    const [, line] = position.split(':')
    return readFileSync(path, 'utf8').split('\n')[Number(line) - 1] ?? ''
  } catch {
    return ''
  }
}
