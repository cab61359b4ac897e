/** A version of Express that the conformance tests install, and the newest one of its major version. */
export interface Line {
  readonly major: string
  readonly tested: string
  readonly newest: string
}

/** Compares the versions that a package.json pins, as `npm:express@5.3.0`, with those of a registry. */
export function compareReleases(
  pinned: Readonly<Record<string, string>>,
  published: readonly string[],
): Line[] {
  return Object.values(pinned)
    .flatMap((spec) => /^npm:express@(\d+\.\d+\.\d+)$/.exec(spec)?.[1] ?? [])
    .map((tested) => {
      const major = tested.slice(0, tested.indexOf('.'))
      return { major, tested, newest: findNewest(published, major) ?? tested }
    })
}

/** Major versions that are published, and that no line tests. */
export function findNewMajors(lines: readonly Line[], published: readonly string[]): string[] {
  const newestTested = Math.max(...lines.map(({ major }) => Number(major)))
  const majors = published.filter(isRelease).map((version) => Number(version.split('.')[0]))
  return [...new Set(majors)].filter((major) => major > newestTested).map(String)
}

function findNewest(published: readonly string[], major: string): string | undefined {
  return published
    .filter((version) => isRelease(version) && version.startsWith(`${major}.`))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
}

/** Alpha and beta versions have a hyphen. */
function isRelease(version: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(version)
}
