import { lines } from './lines.ts'
import type { Language } from './package-file.ts'
import { contentOf, type Template } from './templates.ts'

const CHECK =
  "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"

interface ImageChoice {
  readonly template: Template
  readonly language: Language
  /** Whether the folder `vendor` has packages of the project. */
  readonly isVendored: boolean
}

/** An image that runs as a user without rights, reports its health, and ends gracefully. */
export function dockerfile({ template, language, isVendored }: ImageChoice): string {
  const { runtimeFolders, buildFiles = [], dataFolder } = contentOf(template)
  const isTyped = language === 'ts'
  return lines(
    ...(isTyped ? buildStage(buildFiles, isVendored) : []),
    'FROM node:24-slim',
    'ENV NODE_ENV=production PORT=3000',
    'WORKDIR /app',
    'COPY package.json package-lock.json ./',
    isVendored && '# The tarball of webapp, which is not on the public registry.',
    isVendored && 'COPY vendor ./vendor',
    'RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund',
    isTyped ? 'COPY --from=build /app/dist ./dist' : 'COPY src ./src',
    ...runtimeFolders.map((folder) => `COPY ${folder} ./${folder}`),
    dataFolder !== undefined && `RUN install -d -o node -g node /app/${dataFolder}`,
    dataFolder !== undefined && `VOLUME /app/${dataFolder}`,
    'USER node',
    'EXPOSE 3000',
    `HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", ${JSON.stringify(CHECK)}]`,
    '# Node directly: npm does not forward SIGTERM.',
    isTyped
      ? 'CMD ["node", "--enable-source-maps", "dist/server.js"]'
      : 'CMD ["node", "src/server.js"]',
  )
}

function buildStage(own: readonly string[], isVendored: boolean): string[] {
  const isFile = (path: string) => path.includes('.')
  const folders = ['src', ...own.filter((path) => !isFile(path))]
  return [
    'FROM node:24-slim AS build',
    'WORKDIR /app',
    'COPY package.json package-lock.json ./',
    ...(isVendored ? ['COPY vendor ./vendor'] : []),
    'RUN npm ci --ignore-scripts --no-audit --no-fund',
    ['COPY', 'tsconfig*.json', ...own.filter(isFile), './'].join(' '),
    ...folders.map((folder) => `COPY ${folder} ./${folder}`),
    'RUN npm run build',
    '',
  ]
}

/** Files that an image does not need. */
export function dockerignore(template: Template): string {
  const { dataFolder } = contentOf(template)
  return lines('.env', '.git/', '.github/', 'dist/', 'node_modules/', data(dataFolder))
}

export function gitignore(template: Template): string {
  const { dataFolder } = contentOf(template)
  return lines('.env', 'dist/', 'node_modules/', data(dataFolder))
}

function data(folder: string | undefined): string | false {
  return folder !== undefined && `${folder}/`
}

/** A workflow of GitHub that runs the tests and builds the image. */
export function workflow(): string {
  return lines(
    'name: test',
    '',
    'on:',
    '  push:',
    '    branches: [main]',
    '  pull_request:',
    '',
    'permissions:',
    '  contents: read',
    '',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 15',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 24',
    '          cache: npm',
    '      - run: npm ci',
    '      - run: npm test',
    '      - run: docker build .',
  )
}
