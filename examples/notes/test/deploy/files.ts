import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../../../tools/install-locked.ts'

/** The schemas and parsers of this folder's own package.json. */
const here = fileURLToPath(new URL('./', import.meta.url))
installLocked(here)
export const requireTool = createRequire(import.meta.url)

export const toolsFolder = here
export const deployFolder = fileURLToPath(new URL('../../deploy/', import.meta.url))
export const repository = fileURLToPath(new URL('../../../../', import.meta.url))

export function readDeploy(name: string): string {
  return readFileSync(`${deployFolder}${name}`, 'utf8')
}

/** The documents of a YAML file. A duplicate key or an unknown alias throws. */
export function parseYaml(text: string): unknown[] {
  const yaml: YamlPackage = requireTool('yaml')
  return yaml.parseAllDocuments(text, { merge: true, strict: true }).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return document.toJS()
  })
}

// The packages are installed only when these tests run, so the compiler does not know their types.
interface YamlPackage {
  parseAllDocuments(
    text: string,
    options: { merge: boolean; strict: boolean },
  ): { errors: Error[]; toJS(): unknown }[]
}
