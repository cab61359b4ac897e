/** A transcript without deprecation notices, which come once for each line of code. */
export function withoutNotices(transcript: string): string {
  const lines = transcript.split('\n')
  return lines.filter((line) => !line.startsWith('(deprecation) ')).join('\n')
}
