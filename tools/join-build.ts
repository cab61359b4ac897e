import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Joins the modules of each folder of the build in one file: `dist/http/*.js` becomes `dist/http.js`.
 * A file system gives every file at least 4 KiB, and most modules are smaller
 * (docs/decisions/0016). Each module stays a function that runs when it is first required, with its
 * text unchanged but for the paths that it requires and for re-exports: TypeScript writes a getter for
 * each, and V8 calls it at every use. No modules import each other in a circle, so the value is there.
 *
 * Modules that `webapp` never requires are joined apart, in `dist/body-rest.js`, and so are folders in
 * a folder that it requires late, in `dist/app-hints.js`. Neither a start nor a bundle then has them.
 */
const dist = fileURLToPath(new URL('../packages/webapp/dist', import.meta.url))

/** These are found by their paths: the hook of `webapp/register`, the public types, stand-ins of workers. */
const APART = new Set(['register', 'types', 'worker'])

const RE_EXPORT =
  /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm

const groups = listFolders(dist)
  .filter((name) => !APART.has(name))
  .flatMap((name) =>
    name === 'dialects' ? listFolders(join(dist, name)).map((one) => `dialects/${one}`) : name,
  )
/** The folder whose modules a joined file has; `dist/app-hints.js` has those of `app`. */
const folderOf = new Map<string, string>()
const groupOf = new Map<string, string>()
const isEntry = new Set(groups.filter((group) => existsSync(join(dist, `${group}.mjs`))))
// A require in the sources has single quotes, and one that TypeScript writes for an import has double quotes.
const main = join(dist, 'v5.js')
const atStart = reach(main, /\brequire\("(\.[^"]+)"\)/g)
const everRequired = reach(main, /\brequire\(["'](\.[^"']+)["']\)/g)
for (const folder of groups) {
  const files = listModules(join(dist, folder))
  const isApart = files.every((file) => !everRequired.has(file))
  for (const file of files) {
    const group = isApart ? folder : partOf(file, folder)
    groupOf.set(file, group)
    folderOf.set(group, folder)
  }
}

for (const group of folderOf.keys()) writeFileSync(fileOf(group), joined(group))
for (const file of listModules(dist)) {
  if (!groupOf.has(file) && !isJoined(file)) writeFileSync(file, redirected(file))
}
for (const file of groupOf.keys()) rmSync(file)
removeEmptyFolders(dist)

/** The module, and all that it requires by paths of this form. */
function reach(file: string, form: RegExp): ReadonlySet<string> {
  const reached = new Set([file])
  for (const each of reached) {
    const text = readFileSync(each, 'utf8')
    for (const [, path = ''] of text.matchAll(form)) reached.add(resolve(dirname(each), path))
  }
  return reached
}

/** The name of the joined file for a module of a folder. */
function partOf(file: string, folder: string): string {
  if (!everRequired.has(file)) return `${folder}-rest`
  const [inner, ...others] = relative(join(dist, folder), file).split(sep)
  const isLateFolder = others.length > 0 && !atStart.has(file)
  return isLateFolder ? `${folder}-${inner}` : folder
}

/** An entry may have the name of a folder: `contract.ts` and `contract/`. */
function fileOf(group: string): string {
  const name = isEntry.has(group) ? `${group}-modules` : group
  return join(dist, `${name}.js`)
}

function joined(group: string): string {
  const files = [...groupOf.keys()].filter((file) => groupOf.get(file) === group).sort()
  const modules = files.map((file) => {
    const text = redirected(file).replace(/^"use strict";\n/, '')
    return `// ${pathIn(group, file)}\nconst ${nameOf(file)} = module_((exports, module) => {\n${text}});\n`
  })
  const names = files.map((file) => `  ${JSON.stringify(pathIn(group, file))}: ${nameOf(file)},\n`)
  return `"use strict";
function module_(run) {
    let module;
    return () => {
        if (module === undefined) run((module = { exports: {} }).exports, module);
        return module.exports;
    };
}
${modules.join('')}module.exports = {\n${names.join('')}};\n`
}

/** The text of a module, whose requires lead to functions of joined files. */
function redirected(file: string): string {
  const text = readFileSync(file, 'utf8').replace(RE_EXPORT, 'exports.$1 = $2;')
  return text.replace(/\brequire\(["'](\.[^"']+)["']\)/g, (_written, path) => {
    const target = resolve(dirname(file), path)
    const group = groupOf.get(target)
    if (group === undefined) return `require("${pathFrom(homeOf(file), target)}")`
    if (group === groupOf.get(file)) return `${nameOf(target)}()`
    const home = pathFrom(homeOf(file), fileOf(group))
    return `require("${home}")[${JSON.stringify(pathIn(group, target))}]()`
  })
}

/** The folder from which the text of a module requires others. */
function homeOf(file: string): string {
  const group = groupOf.get(file)
  return dirname(group === undefined ? file : fileOf(group))
}

function pathFrom(folder: string, file: string): string {
  const path = relative(folder, file).split(sep).join(posix.sep)
  return path.startsWith('.') ? path : `./${path}`
}

/** `response/send` in `dist/response.js` is `send`. */
function pathIn(group: string, file: string): string {
  return relative(join(dist, folderOf.get(group) ?? group), file)
    .split(sep)
    .join(posix.sep)
    .replace(/\.js$/, '')
}

function nameOf(file: string): string {
  const path = pathIn(groupOf.get(file) ?? '', file)
  return `module_${path.replace(/[^A-Za-z0-9]/g, '_')}`
}

function isJoined(file: string): boolean {
  return [...folderOf.keys()].some((group) => file === fileOf(group))
}

function listFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(folder, path))
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
