/**
 * The order of the pages. Nothing has to be listed here: a page that is not follows those that are,
 * by its title, and a name without a page is ignored. A folder without an entry is a group of its own.
 */
export interface Group {
  /** The folder in the Markdown of the site; `''` holds the pages beside the first one. */
  readonly folder: string
  readonly title: string
  /** The name in the bar on top; groups without one are found in the sidebar. */
  readonly short?: string
  readonly summary: string
  readonly parts: readonly Part[]
  /** Pages beside the first one that belong to this group: `errors` for `errors.md`. */
  readonly also?: readonly string[]
  /** The title of the pages that no part lists. */
  readonly rest?: string
  readonly collapsed?: boolean
}

export interface Part {
  readonly title?: string
  readonly pages: readonly string[]
}

export const groups: readonly Group[] = [
  {
    folder: 'learn',
    title: 'Learn',
    short: 'Learn',
    summary: 'A path for newcomers. Each page ends with a program that you can run.',
    parts: [
      {
        pages: [
          'first-application',
          'routing',
          'middleware',
          'requests-and-responses',
          'errors',
          'templates',
          'static-files',
          'testing',
          'complete-application',
          'typescript',
          'production',
        ],
      },
    ],
  },
  {
    folder: 'guide',
    title: 'Guides',
    short: 'Guides',
    summary: 'One task on each page.',
    parts: [
      {
        title: 'Move to webapp',
        pages: [
          'try-it',
          'prove',
          'from-express',
          'upgrade',
          'migrate',
          'shadow',
          'from-express-3',
          'from-other-frameworks',
          'packages',
        ],
      },
      {
        title: 'Build',
        pages: [
          'dev',
          'typescript',
          'validation',
          'client',
          'openapi',
          'rendering',
          'vite',
          'sessions',
          'cookies',
          'databases',
          'uploads',
          'downloads',
          'websocket',
          'server-sent-events',
          'cors',
          'security-headers',
          'rate-limits',
          'caching',
          'compression',
          'precompressed',
          'proxying',
          'background-work',
        ],
      },
      {
        title: 'Match requests',
        pages: ['route-names', 'removing-routes', 'parameter-patterns', 'method-not-allowed'],
      },
      {
        title: 'Test and inspect',
        pages: ['testing', 'hints', 'routes', 'introspection', 'tracing', 'tracing-packages'],
      },
      {
        title: 'Run',
        pages: [
          'start',
          'production',
          'forwarded',
          'scaling',
          'operations',
          'graceful-close',
          'logging',
          'monitoring',
          'http2',
          'deploying',
          'serverless',
          'hosts',
        ],
      },
    ],
    rest: 'More guides',
  },
  {
    folder: 'reference',
    title: 'Reference',
    short: 'Reference',
    summary: 'Every public member, with the dialects that have it.',
    parts: [
      {
        pages: [
          'api',
          'webapp',
          'application',
          'router',
          'request',
          'response',
          'middleware',
          'contract',
          'client',
          'openapi',
          'ws',
          'sse',
          'multipart',
          'ops',
          'otel',
          'entries',
          'v3',
          'errors',
        ],
      },
    ],
    also: ['errors'],
  },
  {
    folder: '',
    title: 'Why trust it',
    short: 'Why trust it',
    summary: 'What is measured and tested, and the results.',
    parts: [
      {
        pages: [
          'differences',
          'dialects',
          'express-tests',
          'drift',
          'ecosystem',
          'applications',
          'security',
          'load-and-faults',
          'runtimes',
          'performance',
          'compiler-speed',
        ],
      },
      { title: 'Policies', pages: ['depend-on-it', 'stability', 'support'] },
    ],
  },
  {
    folder: 'decisions',
    title: 'Decisions',
    summary: 'The reason for each decision, one page each.',
    parts: [],
    collapsed: true,
  },
  {
    folder: 'project',
    title: 'Project',
    summary: 'How webapp is built, changed and run as a project.',
    parts: [
      {
        pages: [
          'changelog',
          'security',
          'architecture',
          'contributing',
          'governance',
          'maintainers',
          'code-of-conduct',
        ],
      },
    ],
    collapsed: true,
  },
]
