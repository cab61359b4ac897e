import { lines } from './lines.ts'
import type { Language } from './package-file.ts'
import type { Packages } from './packages.ts'
import { contentOf, type Template } from './templates.ts'

interface ReadmeChoice {
  readonly name: string
  readonly template: Template
  readonly language: Language
  readonly packages: Packages
}

const VENDORED = [
  '',
  '`vendor/` holds the tarball of webapp. On the public registry, the name `webapp` belongs to an',
  'unrelated package: do not run `npm install webapp`. To update, replace the tarball, change its',
  'name in `package.json`, and run `npm install`.',
]

export function readme({ name, template, language, packages }: ReadmeChoice): string {
  const { hints } = contentOf(template)
  const dev =
    packages.cli !== undefined
      ? 'starts it on port 3000, and again on change, with an error page and an inspector'
      : 'starts it on port 3000, and again on change'
  return lines(
    `# ${name}`,
    '',
    '| command | does |',
    '|---|---|',
    `| \`npm run dev\` | ${dev} |`,
    `| \`npm test\` | ${language === 'ts' ? 'checks the types and ' : ''}runs the tests, which send requests in memory |`,
    language === 'ts' && '| `npm run build` | writes `dist/` |',
    `| \`npm start\` | ${language === 'ts' ? 'builds and starts' : 'starts'} the application on port 3000, or on \`PORT\` |`,
    `| \`docker build -t ${name} .\` | builds an image |`,
    '',
    ...hints.map((hint) => hint.replace('<language>', language)),
    hints.length > 0 && '',
    '`.github/workflows/test.yml` runs the tests on GitHub and builds the image. It needs the file',
    '`package-lock.json`, which `npm install` writes: commit it.',
    ...(packages.isVendored ? VENDORED : []),
  )
}
