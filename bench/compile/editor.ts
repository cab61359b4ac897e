import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'

/** The names that an editor offers at a place, and how long the language service took. */
export interface Completions {
  readonly names: readonly string[]
  readonly milliseconds: number
}

/** Asks the language service of the compiler what fits at the `¦` of each text, as the end of `client.ts`. */
export function complete(folder: string, texts: readonly string[]): Completions[] {
  const file = join(folder, 'client.ts')
  const program = readFileSync(file, 'utf8')
  let shown = program
  const api = new API({
    cwd: folder,
    fs: { readFile: (name) => (name === file ? shown : undefined) },
  })
  try {
    const ask = (text: string): Completions => {
      shown = program + text.replace('¦', '')
      const snapshot = api.updateSnapshot({
        openProjects: [join(folder, 'tsconfig.json')],
        fileChanges: { changed: [file] },
      })
      const project = snapshot.getProject(join(folder, 'tsconfig.json'))
      if (project === undefined) throw new Error(`${folder} has no project`)
      const start = performance.now()
      const found = project.checker.getCompletionsAtPosition(
        file,
        program.length + text.indexOf('¦'),
      )
      const milliseconds = performance.now() - start
      snapshot.dispose()
      return { names: found?.entries.map(({ name }) => name) ?? [], milliseconds }
    }
    // An editor has read the program before a person types.
    ask('api.¦')
    return texts.map(ask)
  } finally {
    api.close()
  }
}
