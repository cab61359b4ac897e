import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { commandLine } from './command-line.ts'
import { compareReleases, findNewMajors } from './express-releases.ts'

// tsx tools/watch-express.ts: fails if npm has a release of Express that conformance/ does not test.
// docs/support.md says what happens then, and within which time.
const manifest = readFileSync(new URL('../conformance/package.json', import.meta.url), 'utf8')
const { program, args, shell } = commandLine('npm', ['view', 'express', 'versions', '--json'])
const output = execFileSync(program, args, { encoding: 'utf8', shell })

const published = JSON.parse(output) as string[]
const lines = compareReleases(JSON.parse(manifest).dependencies, published)
for (const { major, tested, newest } of lines) {
  const verdict = tested === newest ? 'the newest' : `npm has ${newest}`
  console.log(`Express ${major}: conformance tests ${tested}, ${verdict}`)
}
const majors = findNewMajors(lines, published)
for (const major of majors) console.log(`Express ${major} is published, and has no dialect`)
process.exitCode = majors.length === 0 && lines.every((one) => one.tested === one.newest) ? 0 : 1
