import type { Plugin } from 'vitest/config'

/**
 * For tests, which run the sources: a module that the package loads with its first use becomes one
 * that is loaded at once. Node's own `require` does not read TypeScript.
 */
export function lateModules(): Plugin {
  return {
    name: 'late-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/packages/webapp/src/')) return undefined
      const imports: string[] = []
      const changed = code.replace(/\brequire\('(\.[^']+)\.js'\)/g, (_call, path) => {
        const name = `late${imports.length}`
        imports.push(`import * as ${name} from '${path}.ts'`)
        return name
      })
      // On one line, so that places in the file stay where they are.
      return imports.length === 0 ? undefined : `${imports.join(';')};${changed}`
    },
  }
}
