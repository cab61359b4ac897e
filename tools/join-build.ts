import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Joins the modules of each folder of the build in one file: `dist/http/*.js` becomes `dist/http.js`.
 * A file system gives every file at least 4 KiB, and most modules are smaller
 * (docs/decisions/0016). Each module stays a function that runs when it is first required, with its
 * text unchanged but for the paths that it requires and for re-exports: TypeScript writes a getter for
 * each, and V8 calls it at every use. No modules import each other in a circle, so the value is there.
 */
const dist = fileURLToPath(new URL('../packages/webapp/dist', import.meta.url))

/** These are found by their paths: the hook of `webapp/register`, and the public types. */
const APART = new Set(['register', 'types'])

const RE_EXPORT =
  /^Object\.defineProperty\(exports, "(\w+)", \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm

const groups = listFolders(dist)
  .filter((name) => !APART.has(name))
  .flatMap((name) =>
    name === 'dialects' ? listFolders(join(dist, name)).map((one) => `dialects/${one}`) : name,
  )
const groupOf = new Map<string, string>()
const isEntry = new Set(groups.filter((group) => existsSync(join(dist, `${group}.mjs`))))
for (const group of groups) {
  for (const file of listModules(join(dist, group))) groupOf.set(file, group)
}

for (const group of groups) writeFileSync(fileOf(group), joined(group))
for (const file of listModules(dist)) {
  if (!groupOf.has(file) && !isJoined(file)) writeFileSync(file, redirected(file))
}
for (const file of groupOf.keys()) rmSync(file)
removeEmptyFolders(dist)

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
  return relative(join(dist, group), file).split(sep).join(posix.sep).replace(/\.js$/, '')
}

function nameOf(file: string): string {
  const path = pathIn(groupOf.get(file) ?? '', file)
  return `module_${path.replace(/[^A-Za-z0-9]/g, '_')}`
}

function isJoined(file: string): boolean {
  return groups.some((group) => file === fileOf(group))
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
