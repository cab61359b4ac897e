import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009, W-023, W-070, W-071, W-072, W-094 and W-105 in docs/differences.md.
const members = [
  'appendHeader',
  'emit',
  'getHeader',
  'getHeaderNames',
  'getHeaders',
  'getRawHeaderNames',
  'hasHeader',
  'removeHeader',
  'setHeader',
  'writeContinue',
  'writeHead',
]

// Members that Express does not have.
const ours = {
  factory: ['printRoutes', 'routes', 'shutdown'],
  application: ['close', 'closing', 'fetch', 'inject', 'remove', 'url'],
  router: ['remove', 'url'],
  request: [
    'destroy',
    '_dump',
    '_parsedUrl',
    'addListener',
    'on',
    'pause',
    'prependListener',
    'push',
    'signal',
    'unshift',
  ],
}

await testSurface('5.x', {
  factory: ours.factory,
  application: ours.application,
  'app (own)': ours.application,
  'app (reachable)': ours.application,
  request: ours.request,
  response: members,
  'Layer.prototype': ['grammar', 'knownNames', 'leads', 'origin', 'paramNames'],
  'Route.prototype': ['url'],
  'Router.prototype': ours.router,
  'router (reachable)': ours.router,
})

await testSurface('4.x', {
  factory: ours.factory,
  application: ours.application,
  'app (own)': ours.application,
  'app (reachable)': ours.application,
  request: ['query', ...ours.request],
  response: members,
  'Layer.prototype': ['grammar', 'leads', 'origin', 'paramNames', 'handleError', 'handleRequest'],
  'Route.prototype': ['url'],
  Router: ours.router,
  'router (reachable)': ours.router,
})

await testSurface('3.x', {
  factory: ours.factory,
  application: ['handle', 'namedRoute', ...ours.application],
  request: ['query', ...ours.request],
  response: [...members, 'append', 'headerSent', 'on'],
  'Route.prototype': ['grammar', 'leads', 'origin'],
  'Router.prototype': ['namedRoute', ...ours.router],
  'app (own)': ['constructor', 'namedRoute', ...ours.application],
  'app (reachable)': ['constructor', 'namedRoute', ...ours.application],
})
