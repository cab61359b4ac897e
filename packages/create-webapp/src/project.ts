import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  applicationFile,
  dockerfile,
  type Language,
  packageFile,
  readme,
  tsconfig,
} from './generated-files.ts'
import type { Template } from './options.ts'
import { type Sources, vendor } from './packages.ts'

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))

export interface Project {
  readonly name: string
  readonly template: Template
  readonly typescript: boolean
  readonly sources: Sources
}

/** Writes all files of a project. */
export function writeProject(folder: string, project: Project): void {
  const { name, template, sources } = project
  const language: Language = project.typescript ? 'ts' : 'js'
  const parts = template === 'full' ? (['api', 'site'] as const) : ([template] as const)
  for (const part of ['base', ...parts]) copyPart(part, language, folder)
  const webapp = vendor(sources.webapp, folder)
  const cli = sources.cli === undefined ? undefined : vendor(sources.cli, folder)
  const files = {
    [`src/app.${language}`]: applicationFile(parts),
    'package.json': packageFile({ name, language, webapp, cli }),
    'README.md': readme(name, language, parts, cli !== undefined),
    Dockerfile: dockerfile(language, parts.includes('site' as never)),
    '.gitignore': 'node_modules/\ndist/\n.env\n',
    '.dockerignore': 'node_modules/\ndist/\n.git/\n.env\n',
    ...(project.typescript && {
      'tsconfig.json': tsconfig(),
      'tsconfig.build.json': buildConfig(),
    }),
  }
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text)
}

/** Copies a part of a template: the files of the language, and those of both. */
function copyPart(part: string, language: Language, folder: string): void {
  for (const variant of [language, 'both']) {
    const source = join(TEMPLATES, part, variant)
    if (existsSync(source)) cpSync(source, folder, { recursive: true })
  }
}

function buildConfig(): string {
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist', sourceMap: true },
    include: ['src'],
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
