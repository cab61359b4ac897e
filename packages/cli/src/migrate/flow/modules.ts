import type { SourceFile } from '../syntax/source-file.ts'
import type { Dialect } from './values.ts'

/** What the analysis asks about modules. */
export interface Modules {
  /** The dialect of a specifier that names Express or webapp. */
  dialectOf(specifier: string, from: SourceFile): Dialect | undefined
  /** The file of the program that a specifier or an absolute path names. */
  resolve(specifier: string, from: SourceFile): SourceFile | undefined
  /** The modules of the program in a folder. */
  modulesIn(folder: string): readonly SourceFile[]
  /** Whether a specifier names another framework, whose applications look like those of Express. */
  isForeign(specifier: string): boolean
  /** The file of a package that is analysed on its own. */
  externalOf(specifier: string, from: SourceFile): string | undefined
  /** The tool that calls the functions of a file with an application of its own. */
  toolFor(file: SourceFile): string | undefined
  /** The dialect to assume if only names, and no imports, suggest Express; `undefined` for none. */
  guessFor(file: SourceFile): Dialect | undefined
  /** Whether an application that only its name tells can be no other than one of Express. */
  isGuessSafe(file: SourceFile): boolean
}
