import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'

/** The names that an editor offers at a place, and how long a person waits for them after each edit. */
export interface Completions {
  readonly names: readonly string[]
  readonly milliseconds: readonly number[]
}

/** A session of an editor with a program. */
export interface EditorSession {
  /** From the start of the language service to the first names: it reads the program, too. */
  readonly opening: number
  readonly places: readonly Completions[]
}

/**
 * Asks the language service of the compiler what fits at the `¦` of each text, as the end of `client.ts`. Each
 * text is asked for after each of some edits of the file.
 */
export function complete(folder: string, texts: readonly string[], edits = 1): EditorSession {
  const file = join(folder, 'client.ts')
  const project = join(folder, 'tsconfig.json')
  const program = readFileSync(file, 'utf8')
  const start = performance.now()
  let shown = program
  const api = new API({
    cwd: folder,
    fs: { readFile: (name) => (name === file ? shown : undefined) },
  })
  /** The new text is all that the service reads again: an edit invalidates its whole knowledge of types. */
  const edit = (text: string, count: number): readonly string[] => {
    shown = `${program}${text.replace('¦', '')}${' '.repeat(count)}`
    const changes = { openProjects: [project], fileChanges: { changed: [file] } }
    const snapshot = api.updateSnapshot(changes)
    const checker = snapshot.getProject(project)?.checker
    if (checker === undefined) throw new Error(`${folder} has no project`)
    const found = checker.getCompletionsAtPosition(file, program.length + text.indexOf('¦'))
    snapshot.dispose()
    return found?.entries.map(({ name }) => name) ?? []
  }
  try {
    edit('api.¦', 0)
    const opening = performance.now() - start
    return { opening, places: texts.map((text) => completeAfter(edits, (n) => edit(text, n))) }
  } finally {
    api.close()
  }
}

function completeAfter(edits: number, edit: (count: number) => readonly string[]): Completions {
  let names: readonly string[] = []
  const milliseconds = Array.from({ length: edits }, (_, count) => {
    const start = performance.now()
    names = edit(count)
    return performance.now() - start
  })
  return { names, milliseconds }
}
