import { CLI, FRAMEWORK } from './names.ts'
import type { Packages } from './packages.ts'
import { contentOf, type Template } from './templates.ts'

export type Language = 'js' | 'ts'

interface PackageChoice {
  readonly name: string
  readonly template: Template
  readonly language: Language
  readonly packages: Packages
}

const TYPESCRIPT = { '@types/node': '20.19.43', tsx: '4.23.15', typescript: '7.0.2' }

export function packageFile(choice: PackageChoice): string {
  const { name, template, language, packages } = choice
  const { webapp, cli } = packages
  const { node, dependencies, devDependencies } = contentOf(template)
  const development = {
    ...(cli !== undefined && { [CLI]: cli }),
    ...(language === 'ts' && TYPESCRIPT),
    ...devDependencies,
  }
  return json({
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node },
    scripts: scripts(choice),
    dependencies: sorted({ ...dependencies, [FRAMEWORK]: webapp }),
    ...(Object.keys(development).length > 0 && { devDependencies: sorted(development) }),
    // npm asks about the install script of tsx's esbuild, which works without it.
    ...(language === 'ts' && { allowScripts: { esbuild: false } }),
  })
}

function scripts({ template, language, packages }: PackageChoice) {
  const hasClient = contentOf(template).folders.includes('vite')
  const file = `src/${hasClient ? 'develop' : 'server'}.${language}`
  const watch = language === 'ts' ? `node --watch --import tsx ${file}` : `node --watch ${file}`
  // Vite watches client/ itself, and updates its page.
  const options = hasClient ? ' --ignore client --no-reload' : ''
  const dev = packages.cli === undefined ? watch : `webapp dev ${file}${options}`
  if (language === 'js') return { dev, start: `node ${file}`, test: 'node --test' }
  const test = 'node --import tsx --test test/*.test.ts'
  const build = 'tsc -p tsconfig.build.json'
  return {
    dev,
    prestart: 'npm run --silent build',
    start: 'node --enable-source-maps dist/server.js',
    // The tests of a client need the built one.
    ...(hasClient && { pretest: 'npm run --silent build' }),
    test: hasClient ? `tsc && tsc -p client && ${test}` : `tsc && ${test}`,
    build: hasClient ? `vite build && ${build}` : build,
  }
}

export function tsconfig(template: Template): string {
  return json({
    compilerOptions: {
      target: 'ES2022',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      // Imports name the `.ts` file, as Node's own type stripping requires. The build writes `.js`.
      rewriteRelativeImportExtensions: true,
      noEmit: true,
    },
    include: ['src', 'test', ...(contentOf(template).folders.includes('vite') ? ['*.ts'] : [])],
  })
}

/** The configuration that writes dist/. */
export function buildConfig(template: Template): string {
  return json({
    extends: './tsconfig.json',
    compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist', sourceMap: true },
    include: ['src'],
    // It loads Vite, which only development needs.
    ...(contentOf(template).folders.includes('vite') && { exclude: ['src/develop.ts'] }),
  })
}

function sorted(versions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`
}
