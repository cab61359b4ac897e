// node bundle.js NAME ENTRY FILE [ENTRY FILE …]: bundles programs with one of these bundlers.
import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const bundlers = {
  'esbuild-cjs': (entry, file) => esbuild(entry, file, { format: 'cjs' }),
  'esbuild-cjs-minified': (entry, file) => esbuild(entry, file, { format: 'cjs', minify: true }),
  'esbuild-esm': (entry, file) => esbuild(entry, file, { format: 'esm', banner }),
  'esbuild-esm-minified': (entry, file) =>
    esbuild(entry, file, { format: 'esm', banner, minify: true }),
  'rollup-esm': rollup,
  'webpack-cjs': webpack,
  'ncc-esm': ncc,
}

/** The documented way to let bundled CommonJS modules require modules of Node. */
const banner = {
  js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
}

async function esbuild(entry, file, options) {
  const { build } = await import('esbuild')
  const common = { bundle: true, platform: 'node', logLevel: 'error' }
  await build({ entryPoints: [entry], outfile: file, ...common, ...options })
}

async function rollup(input, file) {
  const { rollup: bundle } = await import('rollup')
  const [resolve, commonjs, json] = ['node-resolve', 'commonjs', 'json'].map((name) => {
    const plugin = require(`@rollup/plugin-${name}`)
    return plugin.default ?? plugin
  })
  const plugins = [resolve({ preferBuiltins: true }), commonjs(), json()]
  const bundled = await bundle({ input, plugins, onwarn: () => {} })
  await bundled.write({ file, format: 'es' })
}

function webpack(entry, file) {
  const compiler = require('webpack')({
    mode: 'production',
    target: 'node',
    entry,
    output: { path: dirname(file), filename: basename(file) },
    // Minifying is most of its time; the bundles of esbuild are minified.
    optimization: { minimize: false },
  })
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString('errors-only')))
      else resolve()
    })
  })
}

// It makes an ES module, because the package.json beside the entry says that it is one.
function ncc(entry, file) {
  const folder = `${file}-ncc`
  const cli = require.resolve('@vercel/ncc/dist/ncc/cli.js')
  execFileSync(process.execPath, [cli, 'build', entry, '-q', '--no-cache', '-o', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  renameSync(join(folder, 'index.js'), file)
  rmSync(folder, { recursive: true })
}

const [name, ...files] = process.argv.slice(2)
for (let at = 0; at < files.length; at += 2) await bundlers[name](files[at], files[at + 1])
