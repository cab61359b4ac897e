import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJson } from '../results-file.ts'
import { renderBars } from './bars.ts'
import { renderCurves } from './curves.ts'
import { renderFigures } from './figures.ts'
import { renderHeadline } from './headline.ts'
import { renderHistory } from './history.ts'
import { renderResults } from './markdown.ts'
import { type NotesResults, notesPath, renderNotes } from './notes.ts'
import { replacePart } from './page.ts'
import { type Published, readPublished } from './published.ts'

const repository = new URL('../../', import.meta.url)

/** The files that show the published results, by path in the repository. */
export function renderDocuments(
  published: Published,
  notes: NotesResults,
  read: (path: string) => string,
): Record<string, string> {
  const { editions, history } = published
  const [main] = editions
  if (main === undefined) throw new Error('nothing is published')
  const curves = editions.find(({ results }) => results.scenarios.some(({ x }) => x !== undefined))
  const figures = (path: string, page: string) =>
    replacePart(read(path), 'figures', renderFigures(main.results, page))
  return {
    'README.md': figures('README.md', 'docs/performance.md'),
    'docs/index.md': figures('docs/index.md', 'performance.md'),
    'docs/performance.md': replacePart(
      read('docs/performance.md'),
      'results',
      renderResults(published),
    ),
    'docs/guide/scaling.md': replacePart(
      read('docs/guide/scaling.md'),
      'figures',
      renderNotes(notes),
    ),
    'docs/performance/bars.svg': renderBars(main.results),
    ...(curves && { 'docs/performance/curves.svg': renderCurves(curves.results) }),
    'docs/performance/headline.svg': renderHeadline(main.results),
    'docs/performance/history.svg': renderHistory(history),
  }
}

export function readNotes(): NotesResults {
  return readJson(notesPath)
}

/** Writes every page and chart from the published results. */
export function reportPublished(): void {
  const pathOf = (path: string) => fileURLToPath(new URL(path, repository))
  const documents = renderDocuments(readPublished(), readNotes(), (path) =>
    readFileSync(pathOf(path), 'utf8'),
  )
  for (const [path, content] of Object.entries(documents)) {
    mkdirSync(dirname(pathOf(path)), { recursive: true })
    writeFileSync(pathOf(path), content)
  }
}
