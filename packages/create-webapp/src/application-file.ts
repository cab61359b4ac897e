import { lines } from './lines.ts'
import type { Language } from './package-file.ts'

/** src/app of a template that has one or both of these parts. */
export function applicationFile(
  name: string,
  parts: readonly ('api' | 'site')[],
  language: Language,
): string {
  const hasApi = parts.includes('api')
  const hasSite = parts.includes('site')
  return lines(
    hasSite && "import { join } from 'node:path'",
    "import webapp from 'webapp'",
    "import { problemDetails } from 'webapp/contract'",
    hasApi && "import { openapi, reference } from 'webapp/openapi'",
    "import { health } from 'webapp/ops'",
    `import { errorPage, notFound } from './errors.${language}'`,
    hasApi && `import { api, schemas } from './notes.${language}'`,
    hasSite && `import { pages } from './pages.${language}'`,
    '',
    '/** The application. `server` starts it, and the tests send it requests in memory. */',
    'export const app = webapp()',
    '',
    "app.disable('x-powered-by')",
    '// For a load balancer: /health/live, and /health/ready, which is 503 during a shutdown.',
    "app.use('/health', health())",
    hasApi && "app.use('/api', api)",
    ...(hasApi ? description(name) : []),
    hasApi && !hasSite && "app.get('/', (_req, res) => res.redirect('/docs'))",
    hasSite && '',
    hasSite && 'app.use(pages)',
    hasSite && "app.use(webapp.static(join(import.meta.dirname, '..', 'public')))",
    '',
    '// Errors: problem details (RFC 9457) for programs, a page for browsers.',
    'app.use(notFound)',
    'app.use(problemDetails())',
    'app.use(errorPage)',
  )
}

function description(name: string): string[] {
  return [
    '',
    '// The description of the API, and a page to read it and to send requests.',
    `const info = { title: '${name}', version: '0.1.0' }`,
    "app.get('/openapi.json', openapi(app, { info, schemas, only: 'contracts' }))",
    "app.use('/docs', reference('/openapi.json'))",
  ]
}
