// Preloaded into a suite that runs on webapp: the main file of its package, which the tests require
// as `..` or `../`, is our adapter. `webapp/register` redirects by the name of a package, which these
// tests do not use.
const Module = require('node:module')
const { dirname, join, sep } = require('node:path')

const { SUITES_ENTRY: entry, SUITES_ADAPTER: adapter } = process.env
const manifest = require.resolve('webapp/package.json')
const webapp = dirname(manifest) + sep
const { dependencies } = require(manifest)

const original = Module._resolveFilename
Module._resolveFilename = function resolveFilename(request, parent, isMain, options) {
  if (isOfProject(request, parent?.filename)) {
    return original.call(this, request, parent, isMain, { paths: [process.cwd()] })
  }
  const file = original.call(this, request, parent, isMain, options)
  return file === entry ? adapter : file
}

/**
 * View engines and optional packages: in a project webapp finds them beside itself. Here it is in its
 * repository, so they are looked up from the suite.
 */
function isOfProject(request, importer) {
  if (!importer?.startsWith(webapp) || Module.isBuiltin(request)) return false
  if (request.startsWith('.') || request.startsWith(sep) || /^[a-z]:/i.test(request)) return false
  const [name] = request.split('/')
  return !(name in dependencies) && existsInProject(request)
}

function existsInProject(request) {
  try {
    original(request, { paths: Module._nodeModulePaths(join(process.cwd(), 'test')) })
    return true
  } catch {
    return false
  }
}
