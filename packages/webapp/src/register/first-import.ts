import Module from 'node:module'
import { dirname, extname } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { mayImport } from './may-import.ts'
import { isModuleScope } from './package-files.ts'

type Compile = ((this: Module, content: string, ...more: readonly unknown[]) => unknown) & {
  /** The function that ours replaced. */
  original?: Compile
}

const internals = Module as unknown as {
  readonly prototype: { _compile: Compile }
  readonly _findPath: (request: string, paths: readonly string[], isMain: boolean) => string | false
}

/** This package imports only modules of Node. */
const OWN = dirname(__dirname)

/**
 * Calls back before the first module runs that may import something. A thread of import hooks takes
 * longer to start than most programs, and most programs that use `--require` import nothing.
 */
export function beforeFirstImport(callback: () => void): void {
  if (importsFromTheStart()) {
    callback()
    return
  }
  let isCalled = false
  const original = internals.prototype._compile
  internals.prototype._compile = function compile(content, ...more) {
    if (!isCalled && !this.filename?.startsWith(OWN) && mayImport(content)) {
      isCalled = true
      if (internals.prototype._compile === compile) internals.prototype._compile = original
      callback()
    }
    return original.call(this, content, ...more)
  }
  internals.prototype._compile.original = original
}

/** With these flags Node loads code as ES modules, or code that is in no file. */
const LOADS_OTHERWISE =
  /(?:^|\s)(?:--(?:eval|print|import|input-type|(?:experimental-)?loader|experimental-default-type)\b|-[ep])/

/** Whether the program itself may be an ES module, which Node does not compile like the others. */
function importsFromTheStart(): boolean {
  const flags = [...process.execArgv, process.env.NODE_OPTIONS].join(' ')
  const [, script] = process.argv
  // A worker does not know its script yet.
  if (!isMainThread || script === undefined || script === '-') return true
  if (LOADS_OTHERWISE.test(flags)) return true
  const file = internals._findPath(script, [''], true)
  if (file === false || extname(file) === '.mjs') return true
  return extname(file) !== '.cjs' && isModuleScope(file)
}
