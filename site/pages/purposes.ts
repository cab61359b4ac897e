/**
 * What a page is for, and the words of the tasks that it answers: for the lists of pages, `llms.txt`
 * and the search. A page without an entry is described by its first sentence.
 */
export interface Purpose {
  readonly about: string
  /** Searches that this page answers. Several pages must not have the same one. */
  readonly words?: readonly string[]
}

export const purposes: Readonly<Record<string, Purpose>> = {
  'guide/try-it.md': {
    about: 'Run your Express application on webapp without changing it, with a flag of Node.',
    words: ['register', 'without changes', 'try webapp', 'drop-in replacement'],
  },
  'guide/prove.md': {
    about: 'Find out, without traffic, which differences from Express concern your program.',
    words: [
      'prove',
      'webapp prove',
      'which differences',
      'compatibility check',
      'is my application compatible',
      'check before migrating',
    ],
  },
  'guide/shadow.md': {
    about:
      'Compare webapp with Express under your own traffic, while Express responds to all clients.',
    words: [
      'shadow',
      'webapp shadow',
      'compare responses',
      'shadow traffic',
      'mirror traffic',
      'production traffic',
      'is it the same',
    ],
  },
  'guide/from-express.md': {
    about:
      'Move an Express application: change the import, run the tests, and look at the list of differences.',
    words: [
      'express',
      'from express',
      'replace express',
      'switch from express',
      'move from express',
    ],
  },
  'guide/upgrade.md': {
    about:
      'Move an application from the interface of 4.x to that of 5.x, one route after the other.',
    words: ['upgrade', 'upgrade express', 'express 4 to 5', 'express 5 migration'],
  },
  'guide/migrate.md': {
    about: 'Let the command line rewrite the code of an Express 3, 4 or 5 application for webapp.',
    words: ['migrate', 'codemod', 'webapp migrate', 'convert code'],
  },
  'guide/from-express-3.md': {
    about:
      'Take a site from Express 3 to the interface of 5.x in small steps: prove, shadow, migrate, and shadow again.',
    words: ['express 3', 'old express', 'express 3 to 5', 'legacy'],
  },
  'guide/from-other-frameworks.md': {
    about: 'Find the counterparts of what you know from Fastify, Koa or Hono.',
    words: ['fastify', 'koa', 'hono', 'hapi', 'nestjs'],
  },
  'guide/packages.md': {
    about:
      'Choose packages for tasks that webapp leaves to others, such as passwords, mail and queues.',
    words: ['packages', 'recommended packages', 'plugins', 'multer', 'passport'],
  },
  'guide/dev.md': {
    about:
      'Create an application, restart it on changes, and see errors and requests in the browser.',
    words: [
      'create-webapp',
      'create app',
      'create an application',
      'new project',
      'scaffold',
      'template project',
      'webapp dev',
      'dev server',
      'nodemon',
      'watch',
      'hot reload',
      'live reload',
      'reload',
      'inspector',
      'error page',
      'debugger',
      'debug',
      'command line',
    ],
  },
  'guide/typescript.md': {
    about: 'Type handlers, parameters, locals and your own members of requests.',
    words: ['types', 'typescript types', 'typed request', 'extend request'],
  },
  'guide/validation.md': {
    about:
      'Check parameters, queries, headers and bodies against schemas, and get typed values in the handler.',
    words: [
      'validate',
      'validate body',
      'validate request',
      'validation',
      'body validation',
      'schema',
      'zod',
      'valibot',
      'joi',
      'typebox',
      'problem details',
    ],
  },
  'guide/client.md': {
    about: 'Call your routes with the types of their contracts, from browsers and other servers.',
    words: [
      'client',
      'typed client',
      'rpc',
      'trpc',
      'hono client',
      'hc',
      'eden',
      'ts-rest',
      'fetch',
    ],
  },
  'guide/openapi.md': {
    about:
      'Publish an OpenAPI document of your routes, with a page to read it and to send requests.',
    words: [
      'openapi',
      'swagger',
      'api documentation',
      'swagger ui',
      'redoc',
      'api docs',
      'client generation',
    ],
  },
  'guide/route-names.md': {
    about: 'Give routes names, and write their URLs with all mount paths, encoded and checked.',
    words: ['named routes', 'reverse routing', 'url for', 'url generation', 'route name', 'link'],
  },
  'guide/removing-routes.md': {
    about: 'Remove routes, middleware and routers while the server runs.',
    words: ['remove route', 'unmount', 'unuse', 'dynamic routes', 'app._router.stack', 'plugin'],
  },
  'guide/parameter-patterns.md': {
    about: 'Give a route parameter a pattern; a value that does not fit goes to the next route.',
    words: [
      'param',
      'regexp',
      'parameter pattern',
      'numeric id',
      'route constraint',
      'path-to-regexp',
    ],
  },
  'guide/forwarded.md': {
    about:
      'Read the address, protocol and host of the client from the header Forwarded (RFC 7239).',
    words: ['forwarded', 'rfc 7239', 'x-forwarded-for', 'client ip', 'real ip'],
  },
  'guide/precompressed.md': {
    about: 'Send files that were compressed at build time, such as app.js.br.',
    words: ['precompressed', 'zstd', 'gzip files', 'express-static-gzip', 'sirv'],
  },
  'guide/method-not-allowed.md': {
    about: 'Respond 405 with Allow if a path exists, but not for the method of the request.',
    words: ['405', 'method not allowed', 'allow header', 'wrong method', 'options'],
  },
  'guide/sessions.md': {
    about: 'Sign users in, keep their session, and protect forms against CSRF.',
    words: [
      'login',
      'log in',
      'sign in',
      'logout',
      'authentication',
      'auth',
      'session',
      'csrf',
      'password',
      'jwt',
      'users',
    ],
  },
  'guide/cookies.md': {
    about: 'Set, read, sign and remove cookies, with the attributes that keep them safe.',
    words: ['cookie', 'set cookie', 'signed cookies', 'samesite', 'httponly'],
  },
  'guide/databases.md': {
    about: 'Use a database from handlers: connections, transactions and migrations.',
    words: [
      'database',
      'postgres',
      'postgresql',
      'mysql',
      'sqlite',
      'mongodb',
      'prisma',
      'sql',
      'orm',
    ],
  },
  'guide/uploads.md': {
    about: 'Take files from forms, with limits, in memory, on disk or as streams.',
    words: [
      'upload',
      'file upload',
      'upload file',
      'multipart',
      'form data',
      'image upload',
      'busboy',
    ],
  },
  'guide/downloads.md': {
    about: 'Send files that the browser saves, generated files and parts of large ones.',
    words: ['download', 'send file', 'export csv', 'attachment', 'range requests'],
  },
  'guide/websocket.md': {
    about: 'Open WebSockets on routes, broadcast to rooms, and share them between processes.',
    words: [
      'websocket',
      'websockets',
      'ws',
      'socket.io',
      'chat',
      'real time',
      'realtime',
      'broadcast',
    ],
  },
  'guide/server-sent-events.md': {
    about: 'Stream events to browsers with EventSource.',
    words: ['sse', 'eventsource', 'event stream', 'push', 'live updates', 'notifications'],
  },
  'guide/cors.md': {
    about: 'Let pages of other origins read your responses.',
    words: ['cors', 'cross origin', 'access-control-allow-origin', 'preflight'],
  },
  'guide/security-headers.md': {
    about: 'Set a content security policy, HSTS and other headers that make browsers stricter.',
    words: ['helmet', 'csp', 'content security policy', 'hsts', 'security headers', 'xss'],
  },
  'guide/rendering.md': {
    about: 'Stream pages of React, Vue, Svelte or Solid, with errors, time limits and crawlers.',
    words: [
      'react',
      'vue',
      'svelte',
      'solid',
      'ssr',
      'server-side rendering',
      'jsx',
      'suspense',
      'streaming html',
      'rendertopipeablestream',
    ],
  },
  'guide/vite.md': {
    about: 'Run Vite as middleware in development, and send what it built in production.',
    words: ['vite', 'hmr', 'hot module replacement', 'front end', 'bundler', 'manifest'],
  },
  'guide/rate-limits.md': {
    about: 'Refuse clients that send too many requests, also across processes.',
    words: ['rate limit', 'rate limiting', 'throttle', 'brute force', '429', 'too many requests'],
  },
  'guide/caching.md': {
    about: 'Let browsers and proxies keep responses: ETag, Cache-Control, 304.',
    words: ['cache', 'caching', 'etag', 'cache-control', '304', 'not modified'],
  },
  'guide/compression.md': {
    about: 'Compress responses with br, gzip or zstd.',
    words: ['gzip', 'brotli', 'compress', 'compression'],
  },
  'guide/proxying.md': {
    about: 'Pass requests on to another server.',
    words: ['proxy', 'reverse proxy', 'api gateway', 'forward requests', 'http-proxy-middleware'],
  },
  'guide/background-work.md': {
    about: 'Do slow work after the response: queues, timers and worker threads.',
    words: ['queue', 'job', 'cron', 'worker threads', 'send email', 'email', 'background job'],
  },
  'guide/testing.md': {
    about: 'Test an application in memory, without a port, with any test runner.',
    words: ['test', 'testing', 'supertest', 'unit test', 'inject', 'vitest', 'jest', 'mock'],
  },
  'guide/hints.md': {
    about: 'Read what webapp reports in development about mistakes that have no error message.',
    words: ['hint', 'hints', 'mistakes', 'request hangs'],
  },
  'guide/routes.md': {
    about: 'Print the routes of a program, and find those that can never run.',
    words: ['webapp routes', 'print routes', 'check routes', 'unreachable route'],
  },
  'guide/introspection.md': {
    about: 'List the routes of a running application, through all mounts and dialects.',
    words: ['list routes', 'introspection', 'all routes'],
  },
  'guide/tracing.md': {
    about: 'Trace requests and handlers with diagnostics channels, for OpenTelemetry and others.',
    words: ['tracing', 'diagnostics channel', 'spans'],
  },
  'guide/tracing-packages.md': {
    about: 'See which tracing packages find webapp, and how to switch them on.',
    words: ['datadog', 'sentry', 'new relic', 'apm'],
  },
  'guide/start.md': {
    about: 'Run an application in production with `webapp start`: workers, reload, recycling.',
    words: ['webapp start', 'cluster', 'all cores', 'pm2', 'rolling reload'],
  },
  'guide/operations.md': {
    about: 'Deadlines for requests, refusing work during overload, health probes and request ids.',
    words: [
      'request timeout',
      'deadline',
      'overload',
      'load shedding',
      'liveness',
      'request id',
      'connect-timeout',
    ],
  },
  'guide/production.md': {
    about: 'Prepare a service for production: timeouts, limits, proxies, a cluster, Kubernetes.',
    words: ['production', 'trust proxy', 'timeout', 'timeouts', 'behind a proxy', 'https', 'tls'],
  },
  'guide/scaling.md': {
    about:
      'Calculate the machines for a number of users, from the measured cost of a whole application.',
    words: ['scaling', 'scale', 'load', 'how many users', 'capacity'],
  },
  'guide/graceful-close.md': {
    about: 'Finish in-flight requests before the process ends.',
    words: ['graceful shutdown', 'shutdown', 'sigterm', 'stop server', 'zero downtime'],
  },
  'guide/logging.md': {
    about: 'Log each request as a line of JSON with an id.',
    words: ['logging', 'log', 'logger', 'pino', 'morgan', 'winston', 'access log'],
  },
  'guide/monitoring.md': {
    about: 'Give a platform health checks and metrics.',
    words: ['monitoring', 'metrics', 'prometheus', 'health check', 'health', 'readiness'],
  },
  'guide/http2.md': {
    about: 'Serve HTTP/2, with HTTP/1 on the same port.',
    words: ['http2', 'http/2', 'http 2', 'alpn'],
  },
  'guide/deploying.md': {
    about: 'Deploy with Docker, systemd, Kubernetes, nginx, Caddy, AWS Lambda, Bun or Deno.',
    words: [
      'deploy',
      'deployment',
      'docker',
      'dockerfile',
      'kubernetes',
      'systemd',
      'nginx',
      'caddy',
      'hosting',
    ],
  },
  'guide/serverless.md': {
    about:
      'Run an application on AWS Lambda, Cloudflare, Bun, Deno and other platforms without a port.',
    words: ['serverless', 'lambda', 'aws lambda', 'cloudflare workers', 'bun', 'deno', 'edge'],
  },
  'guide/hosts.md': {
    about: 'Templates for Vercel, Netlify, Google Cloud and Azure, checked with their packages.',
    words: ['vercel', 'netlify', 'google cloud', 'cloud run', 'azure', 'firebase', 'hosts'],
  },
  'learn/first-application.md': {
    about: 'Start here: from an empty folder to a program that responds to requests.',
    words: [
      'hello world',
      'getting started',
      'quick start',
      'tutorial',
      'first application',
      'start',
    ],
  },
  'learn/routing.md': {
    about: 'Choose the handler of a request by method, path and parameters.',
    words: ['routing', 'route parameters', 'path parameters', 'nested routes', 'url parameters'],
  },
  'learn/middleware.md': {
    about: 'Run functions before and after handlers, in the right order.',
    words: ['middleware', 'order of middleware', 'next', 'write middleware'],
  },
  'learn/requests-and-responses.md': {
    about: 'Read parameters, queries and bodies, and respond with JSON, text, files or a redirect.',
    words: [
      'request body',
      'read body',
      'parse json',
      'query string',
      'send json',
      'redirect',
      'status code',
    ],
  },
  'learn/errors.md': {
    about: 'Handle errors of handlers, promises and missing pages in one place.',
    words: [
      'error handler',
      'error handling',
      'handle errors',
      'async errors',
      '404',
      'not found page',
    ],
  },
  'learn/templates.md': {
    about: 'Render HTML pages from templates such as EJS and Pug.',
    words: ['template', 'templates', 'ejs', 'pug', 'handlebars', 'views', 'html pages'],
  },
  'learn/static-files.md': {
    about: 'Send style sheets, scripts and images from a folder.',
    words: [
      'static files',
      'static',
      'serve folder',
      'public folder',
      'images',
      'favicon',
      'css',
      'spa',
    ],
  },
  'learn/testing.md': { about: 'Write the first tests of an application, without a port.' },
  'learn/complete-application.md': {
    about: 'Build an application with pages, a database, a login and tests.',
    words: ['complete application', 'example application', 'full example'],
  },
  'learn/typescript.md': {
    about: 'Write the application in TypeScript, with types that follow from your routes.',
  },
  'learn/production.md': {
    about: 'Prepare an application for strangers: errors, limits, HTTPS, shutdown.',
  },
  'reference/api.md': {
    about: 'How to read a section of the reference, and which page has which member.',
    words: ['reference', 'api reference', 'api'],
  },
  'reference/webapp.md': {
    about: 'The function `webapp()` and its members: `Router`, `routes`, `shutdown`.',
  },
  'reference/application.md': {
    about: 'Members of `app`: routing, serving, settings, views, mounting.',
    words: ['settings', 'table of settings'],
  },
  'reference/router.md': { about: 'Members of `router`, `route` and layers.' },
  'reference/request.md': {
    about: 'Members of `req`: URL, body, client, headers, content negotiation.',
  },
  'reference/response.md': { about: 'Members of `res`: sending, files, headers, cookies.' },
  'reference/middleware.md': {
    about: 'The options of `json`, `urlencoded`, `text`, `raw` and `static`.',
    words: ['body parser', 'body-parser', 'body limit', 'urlencoded'],
  },
  'reference/contract.md': {
    about:
      'Members of `webapp/contract`: `contract`, `problemDetails`, `form`, `api`, `route`, types.',
  },
  'reference/client.md': { about: 'Members of `webapp/client`: `client`, types.' },
  'reference/openapi.md': {
    about: 'Members of `webapp/openapi`: `openapi`, `describe`, `reference`, types.',
  },
  'reference/ws.md': {
    about: 'Members of `webapp/ws`: `upgrade`, `acceptUpgrades`, `rooms`, `redisAdapter`, types.',
  },
  'reference/sse.md': { about: 'Members of `webapp/sse`: `events`, the stream, types.' },
  'reference/multipart.md': {
    about: 'Members of `webapp/multipart`: `multipart`, `parts`, `formData`, limits, types.',
  },
  'reference/ops.md': {
    about: 'Members of `webapp/ops`: `deadline`, `shed`, `health`, `requestId`, types.',
  },
  'reference/otel.md': {
    about: 'Members of `webapp/otel`: `instrumentation`, its spans, attributes and metrics.',
    words: ['semantic conventions', 'traceparent', 'http.route'],
  },
  'reference/entries.md': {
    about: 'All entries of the package, environment variables, channels and types.',
    words: ['environment variables', 'entries', 'exports'],
  },
  'reference/v3.md': { about: 'Members and middleware that exist in `webapp/v3` only.' },
  'errors.md': {
    about: 'Find an error message, its cause and the fix.',
    words: [
      'error messages',
      'error message',
      'cannot set headers after they are sent',
      'eaddrinuse',
    ],
  },
  'depend-on-it.md': {
    about: 'Find each promise of webapp with the test that keeps it.',
  },
  'stability.md': { about: 'Read what a version number promises, and what may change.' },
  'support.md': { about: 'Read how long versions of webapp and of Node are supported.' },
  'nightly.md': { about: 'See which tests run with every change, and which every night.' },
  'differences.md': { about: 'Check each intended difference from Express, with its reason.' },
  'dialects.md': {
    about: 'Look up what differs between 5.x, 4.x and 3.x, with a program for each difference.',
  },
  'express-tests.md': {
    about: "See which of Express's own tests pass on webapp, and why others do not.",
  },
  'drift.md': {
    about: 'See what changed for programs between the last releases of Express.',
    words: ['express releases', 'express changes', 'what changed in express'],
  },
  'ecosystem.md': {
    about: 'Check whether a package of the Express world works with webapp.',
    words: ['compatible packages'],
  },
  'applications.md': { about: 'See which published applications run on webapp, unmodified.' },
  'security.md': {
    about: 'See the known attacks that are tested, and how webapp responds.',
    words: ['attacks', 'vulnerabilities', 'request smuggling'],
  },
  'load-and-faults.md': {
    about: 'See how webapp behaves under random input, faults and long load.',
  },
  'runtimes.md': {
    about: 'See the results on each version of Node, on Bun and on Deno.',
    words: ['node versions', 'supported node versions'],
  },
  'performance.md': {
    about: 'Compare the cost of a request with bare Node, Express and other frameworks.',
    words: ['performance', 'benchmark', 'benchmarks', 'speed', 'fastest'],
  },
  'compiler-speed.md': {
    about: 'Compare what typed clients of webapp, Hono and tRPC cost the TypeScript compiler.',
    words: ['typescript performance', 'slow types', 'tsc', 'completion'],
  },
  'project/changelog.md': {
    about: 'See what changed in each version.',
    words: ['changelog', 'release notes'],
  },
  'project/security.md': { about: 'Report a vulnerability.', words: ['report a vulnerability'] },
  'project/architecture.md': {
    about: 'Understand how webapp is built: folders, the way of a request, the glossary.',
    words: ['architecture'],
  },
  'project/contributing.md': {
    about: 'Build, test and change webapp.',
    words: ['contribute', 'contributing', 'build from source'],
  },
  'project/governance.md': { about: 'See who decides about webapp, and how.' },
  'project/maintainers.md': { about: 'See how the maintainers do what recurs, such as a release.' },
  'project/code-of-conduct.md': {
    about: 'See what is expected of everybody who takes part in webapp.',
  },
}
