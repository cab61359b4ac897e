/** What distinguishes a template from the others. */
export interface TemplateContent {
  /** What it is, for people who choose. */
  readonly title: string
  /** Folders of templates/, in order: a file of a later one replaces that of an earlier one. */
  readonly folders: readonly string[]
  /** Files of other folders: the path in the project, and the one in templates/. */
  readonly files?: Readonly<Record<string, string>>
  /** The parts of a generated src/app.ts; without them, the folders contain that file. */
  readonly parts?: readonly ('api' | 'site')[]
  /** Whether there is a variant in JavaScript. */
  readonly javascript: boolean
  readonly node: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  /** Folders that the running program reads, beside its code. */
  readonly runtimeFolders: readonly string[]
  /** Files and folders that only the build reads, beside src/. */
  readonly buildFiles?: readonly string[]
  /** A folder that the program writes to. */
  readonly dataFolder?: string
  /** Lines for the README: pages to try, settings, files. `<language>` is the extension of the files. */
  readonly hints: readonly string[]
}

const ZOD = { zod: '4.6.7' }

export const CONTENTS = {
  api: {
    title: 'a JSON API with contracts, described by OpenAPI',
    folders: ['base', 'api'],
    parts: ['api'],
    javascript: true,
    node: '>=20.11',
    dependencies: ZOD,
    runtimeFolders: [],
    hints: [
      'The first page, `/docs`, describes the API and sends requests to it. Its document is',
      '`/openapi.json`. Both come from the contracts in `src/notes.<language>`.',
    ],
  },
  site: {
    title: 'a site with pages and static files',
    folders: ['base', 'pages', 'site'],
    parts: ['site'],
    javascript: true,
    node: '>=20.11',
    dependencies: {},
    runtimeFolders: ['public'],
    hints: [],
  },
  full: {
    title: 'a site and an API',
    folders: ['base', 'api', 'pages', 'site'],
    parts: ['api', 'site'],
    javascript: true,
    node: '>=20.11',
    dependencies: ZOD,
    runtimeFolders: ['public'],
    hints: [
      'The page `/docs` describes the API and sends requests to it. Its document is',
      '`/openapi.json`. Both come from the contracts in `src/notes.<language>`.',
    ],
  },
  accounts: {
    title: 'pages with accounts and a database (PGlite)',
    folders: ['pages', 'accounts'],
    javascript: false,
    node: '>=20.11',
    dependencies: {
      '@electric-sql/pglite': '0.5.16',
      'express-session': '1.19.0',
      helmet: '8.3.0',
      'rate-limiter-flexible': '11.4.0',
      ...ZOD,
    },
    devDependencies: { '@types/express-session': '1.19.0' },
    runtimeFolders: ['migrations', 'public'],
    dataFolder: 'data',
    hints: [
      '| variable | default | meaning |',
      '|---|---|---|',
      '| `PORT` | 3000 | the port |',
      '| `SESSION_SECRET` | only in development | signs the cookies; at least 32 random characters |',
      '| `DATA_DIR` | `data` | the folder of the database, for one process at a time |',
      '| `TRUST_PROXY` | none | proxies in front: `loopback`, `10.0.0.0/8`, or their number |',
      '',
      '| files | contain |',
      '|---|---|',
      '| `src/app.ts` | the application: what every request passes, in order |',
      '| `src/accounts/` | sign-up, login, passwords and sessions; `req.user` |',
      '| `src/notes/` | an example: `notes.ts` has the queries, `pages.ts` the pages |',
      '| `src/page.ts`, `public/` | the frame of all pages, their style and scripts |',
      '| `src/security/` | headers, the limit for logins, and checks of forms |',
      '| `migrations/` | the tables |',
      '| `test/` | the tests; a `Visitor` sends requests and keeps cookies |',
      '',
      'To add pages, copy `src/notes/` and its line in `src/app.ts`. Each form of a user who is logged',
      'in has the hidden field `csrf`, which `requireToken` compares with the session; a script sends it',
      'in the header `X-CSRF-Token`. A form with files is read by its own route, so that route has',
      '`requireToken` behind its contract: see the comment in `src/app.ts`.',
      '',
      'The database is PGlite: PostgreSQL inside of the process. The first start takes some seconds,',
      'because it creates the database. Files in `migrations/` run at the start, in the order of their',
      'names. For several processes, implement `Database` in `src/database/database.ts` with the package',
      '`pg` and a server; the SQL stays.',
      '',
      'In a container, `SESSION_SECRET` must be set, and `/app/data` is a volume.',
    ],
  },
  vite: {
    title: 'an API and a front end, built by Vite',
    folders: ['vite'],
    files: {
      'client/public/icon.svg': 'pages/both/public/icon.svg',
      'client/style.css': 'pages/both/public/style.css',
      'src/errors.ts': 'base/ts/src/errors.ts',
    },
    javascript: false,
    node: '^20.19.0 || >=22.12.0',
    dependencies: ZOD,
    devDependencies: { vite: '7.3.8' },
    runtimeFolders: [],
    buildFiles: ['vite.config.ts', 'client'],
    hints: [
      '`client/` is the front end: TypeScript without a framework. To use one, install its plugin and',
      'add it to `vite.config.ts`. In development, Vite runs inside of the application, on the same',
      'port. `npm run build` writes the client to `dist/client`, which `src/built-client.ts` serves.',
      '',
      'The page `/docs` describes the API and sends requests to it.',
    ],
  },
} as const satisfies Record<string, TemplateContent>

export type Template = keyof typeof CONTENTS

export const TEMPLATES = Object.keys(CONTENTS) as readonly Template[]

export function contentOf(template: Template): TemplateContent {
  return CONTENTS[template]
}
