export type Language = 'js' | 'ts'
type Part = 'api' | 'site'

/** The application with the parts of the template. */
export function applicationFile(parts: readonly Part[]): string {
  const hasApi = parts.includes('api')
  const hasSite = parts.includes('site')
  return lines(
    hasSite && "import { join } from 'node:path'",
    "import webapp from 'webapp'",
    "import { handleError, notFound } from './errors.js'",
    "import { health } from './health.js'",
    hasApi && "import { api } from './notes.js'",
    hasSite && "import { pages } from './pages.js'",
    '',
    '/** The application. `server` starts it, and the tests send it requests in memory. */',
    'export const app = webapp()',
    '',
    "app.disable('x-powered-by')",
    "app.use('/health', health)",
    hasApi && "app.use('/api', api)",
    hasSite && 'app.use(pages)',
    hasSite && "app.use(webapp.static(join(import.meta.dirname, '..', 'public')))",
    'app.use(notFound)',
    'app.use(handleError)',
  )
}

interface PackageChoice {
  readonly name: string
  readonly language: Language
  /** What package.json names for webapp and for its command line. */
  readonly webapp: string
  readonly cli: string | undefined
}

export function packageFile({ name, language, webapp, cli }: PackageChoice): string {
  const file = `src/server.${language}`
  const watch = language === 'ts' ? `node --watch --import tsx ${file}` : `node --watch ${file}`
  const dev = cli === undefined ? watch : `webapp dev ${file}`
  const scripts =
    language === 'ts'
      ? {
          dev,
          prestart: 'npm run --silent build',
          start: 'node --enable-source-maps dist/server.js',
          test: 'tsc && node --import tsx --test test/*.test.ts',
          build: 'tsc -p tsconfig.build.json',
        }
      : { dev, start: `node ${file}`, test: 'node --test' }
  const devDependencies = {
    ...(cli !== undefined && { '@webapp/cli': cli }),
    ...(language === 'ts' && {
      '@types/node': '20.19.43',
      tsx: '4.23.15',
      typescript: '7.0.2',
    }),
  }
  const content = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.11' },
    scripts,
    dependencies: { webapp },
    ...(Object.keys(devDependencies).length > 0 && { devDependencies }),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

export function tsconfig(): string {
  const config = {
    compilerOptions: {
      target: 'ES2022',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src', 'test'],
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

/** An image that runs as a user without rights, and ends gracefully. */
export function dockerfile(language: Language, hasSite: boolean): string {
  const isTyped = language === 'ts'
  return lines(
    isTyped && 'FROM node:22-slim AS build',
    isTyped && 'WORKDIR /app',
    isTyped && 'COPY package.json package-lock.json tsconfig*.json ./',
    isTyped && 'COPY vendor ./vendor',
    isTyped && 'RUN npm ci',
    isTyped && 'COPY src ./src',
    isTyped && 'RUN npm run build',
    isTyped && '',
    'FROM node:22-slim',
    'ENV NODE_ENV=production',
    'WORKDIR /app',
    'COPY package.json package-lock.json ./',
    '# The tarball of webapp, which is not on the public registry.',
    'COPY vendor ./vendor',
    'RUN npm ci --omit=dev',
    isTyped ? 'COPY --from=build /app/dist ./dist' : 'COPY src ./src',
    hasSite && 'COPY public ./public',
    'USER node',
    'ENV PORT=3000',
    'EXPOSE 3000',
    `HEALTHCHECK CMD node -e "fetch('http://localhost:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"`,
    '# Not through npm, which would not pass SIGTERM on.',
    isTyped
      ? 'CMD ["node", "--enable-source-maps", "dist/server.js"]'
      : 'CMD ["node", "src/server.js"]',
  )
}

export function readme(
  name: string,
  language: Language,
  parts: readonly string[],
  hasCli: boolean,
): string {
  const dev = hasCli
    ? 'starts it again on change, with an error page and an inspector'
    : 'starts it again on change'
  return lines(
    `# ${name}`,
    '',
    '| command | does |',
    '|---|---|',
    `| \`npm run dev\` | ${dev} |`,
    '| `npm test` | runs the tests, which send requests in memory |',
    `| \`npm start\` | ${language === 'ts' ? 'builds and starts' : 'starts'} the application on port 3000, or on \`PORT\` |`,
    `| \`docker build -t ${name} .\` | builds an image |`,
    '',
    parts.includes('api') && 'Try `curl http://localhost:3000/api/notes` while it runs.',
    parts.includes('api') && '',
    '`vendor/` holds the tarball of webapp. On the public registry, the name `webapp` belongs to an',
    'unrelated package: do not run `npm install webapp`. To update, replace the tarball, change its',
    'name in `package.json`, and run `npm install`.',
  )
}

/** The lines of a file, without those that are `false`. */
function lines(...all: readonly (string | false)[]): string {
  return `${all.filter((line) => line !== false).join('\n')}\n`
}
