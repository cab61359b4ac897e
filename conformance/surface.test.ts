import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009, W-023, W-070, W-071, W-072 and W-094 in docs/differences.md.
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
  application: ['close', 'closing', 'fetch', 'inject'],
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
  'Layer.prototype': ['knownNames', 'leads', 'origin', 'paramNames'],
})

await testSurface('4.x', {
  factory: ours.factory,
  application: ours.application,
  'app (own)': ours.application,
  'app (reachable)': ours.application,
  request: ['query', ...ours.request],
  response: members,
  'Layer.prototype': ['leads', 'origin', 'paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  factory: ours.factory,
  application: ['handle', ...ours.application],
  request: ['query', ...ours.request],
  response: [...members, 'append', 'headerSent', 'on'],
  'Route.prototype': ['leads', 'origin'],
  'app (own)': ['constructor', ...ours.application],
  'app (reachable)': ['constructor', ...ours.application],
})
