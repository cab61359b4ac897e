import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applicationFile } from './application-file.ts'
import { dockerfile, dockerignore, gitignore, workflow } from './deployment-files.ts'
import { buildConfig, type Language, packageFile, tsconfig } from './package-file.ts'
import { addPackages, type Sources } from './packages.ts'
import { readme } from './readme.ts'
import { contentOf, type Template } from './templates.ts'

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))

export interface Project {
  readonly name: string
  readonly template: Template
  readonly typescript: boolean
  readonly sources: Sources
}

/** Writes all files of a project. */
export function writeProject(folder: string, project: Project): void {
  const { name, template } = project
  const language: Language = project.typescript ? 'ts' : 'js'
  const { folders, files: others = {}, parts } = contentOf(template)
  for (const part of folders) copyPart(part, language, folder)
  for (const [path, source] of Object.entries(others)) {
    cpSync(join(TEMPLATES, source), join(folder, path))
  }
  const packages = addPackages(project.sources, folder)
  const { isVendored } = packages
  const files = {
    ...(parts && { [`src/app.${language}`]: applicationFile(name, parts, language) }),
    'package.json': packageFile({ name, template, language, packages }),
    'README.md': readme({ name, template, language, packages }),
    Dockerfile: dockerfile({ template, language, isVendored }),
    '.dockerignore': dockerignore(template),
    '.gitignore': gitignore(template),
    '.github/workflows/test.yml': workflow(),
    ...(project.typescript && {
      'tsconfig.json': tsconfig(template),
      'tsconfig.build.json': buildConfig(template),
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

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
