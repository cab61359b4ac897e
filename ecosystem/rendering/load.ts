import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, transformWithEsbuild, type ViteDevServer } from 'vite'

// React, Vue and Solid run as they do in production.
process.env.NODE_ENV = 'production'

// The packages of this folder are installed by the tests, so the compiler does not know them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const load = createRequire(import.meta.url) as (name: string) => any

/** Loads programs with components as their users do: Vite compiles them for the server. */
export function createLoader({ isFailing = false } = {}): Promise<ViteDevServer> {
  return createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    plugins: [isFailing ? failingPages() : undefined, components()],
    optimizeDeps: { noDiscovery: true },
    ssr: { external: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
}

/** What the plugins of the libraries do for a server, without their development of clients. */
function components(): Plugin {
  return {
    name: 'components',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('.vue')) return compileVue(code, id)
      if (id.endsWith('.svelte')) return compileSvelte(code, id)
      if (/solid[^/]*(\/[^/]*)?\.jsx$/.test(id)) return compileSolid(code, id)
      if (id.endsWith('.jsx')) return compileReact(code, id)
      return undefined
    },
  }
}

/** The pages, with a heading that throws. */
function failingPages(): Plugin {
  const fail = "function fail() { throw new Error('no pages today') }"
  return {
    name: 'failing-pages',
    enforce: 'pre',
    transform(code, id) {
      const heading = id.endsWith('.vue') ? '<h1>{{ fail() }}</h1>' : '<h1>{fail()}</h1>'
      if (!code.includes('<h1>News</h1>')) return undefined
      const page = code.replace('<h1>News</h1>', heading)
      return id.endsWith('.jsx') ? page + fail : page.replace(/<script.*>/, `$&\n${fail}`)
    },
  }
}

function compileVue(code: string, id: string): string {
  const { compileScript, parse } = load('vue/compiler-sfc')
  const templateOptions = { ssr: true, ssrCssVars: [] }
  const { descriptor } = parse(code, { filename: id })
  return compileScript(descriptor, { id, inlineTemplate: true, templateOptions }).content
}

async function compileReact(code: string, id: string): Promise<string> {
  return (await transformWithEsbuild(code, id, { jsx: 'automatic', jsxDev: false })).code
}

function compileSvelte(code: string, id: string): string {
  const { compile } = load('svelte/compiler')
  const options = { filename: id, generate: 'server', experimental: { async: true } }
  return compile(code, options).js.code
}

function compileSolid(code: string, id: string): string {
  const presets = [[load('babel-preset-solid'), { generate: 'ssr', hydratable: true }]]
  const options = { filename: id, presets, babelrc: false, configFile: false }
  return load('@babel/core').transformSync(code, options).code
}
