/** Splits `NAME=value … command …`, as a POSIX shell does. */
export function separateVariables(words: readonly string[]): {
  readonly variables: Readonly<Record<string, string>>
  readonly command: readonly string[]
} {
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
  if (start === -1) throw new Error(`there is no command behind ${words.join(' ')}`)
  const variables = words.slice(0, start).map((word) => {
    const at = word.indexOf('=')
    return [word.slice(0, at), word.slice(at + 1)] as const
  })
  return { variables: Object.fromEntries(variables), command: words.slice(start) }
}
