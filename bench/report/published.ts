import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Results } from '../results.ts'
import { readResults } from '../results-file.ts'

const folder = new URL('../results/', import.meta.url)

/** The version of Node that the page shows in full. */
const MAIN = '20'

/** The results with one version of Node, and a part of them with others. */
export interface Published {
  readonly main: Results
  readonly others: readonly Results[]
}

/** Where results are published: those with another version of Node in a file of their own. */
export function publishedPath({ machine }: Results): string {
  const [major = MAIN] = machine.node.slice(1).split('.')
  return pathOf(major === MAIN ? 'published.json' : `published-node-${major}.json`)
}

export function readPublished(): Published {
  const others = readdirSync(folder).filter((name) => name.startsWith('published-node-'))
  return {
    main: readResults(pathOf('published.json')),
    others: others.sort().map((name) => readResults(pathOf(name))),
  }
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, folder))
}
