import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009, W-023 and W-060 in docs/differences.md.
const headers = [
  'appendHeader',
  'getHeader',
  'getHeaderNames',
  'getHeaders',
  'getRawHeaderNames',
  'hasHeader',
  'removeHeader',
  'setHeader',
  'writeHead',
]

// Found by name only.
const lifecycle = {
  factory: ['shutdown'],
  application: ['close', 'closing'],
  request: ['signal'],
}

await testSurface('5.x', {
  factory: lifecycle.factory,
  application: lifecycle.application,
  'app (own)': lifecycle.application,
  'app (reachable)': lifecycle.application,
  request: lifecycle.request,
  response: headers,
  'Layer.prototype': ['leads', 'paramNames'],
})

await testSurface('4.x', {
  factory: lifecycle.factory,
  application: lifecycle.application,
  'app (own)': lifecycle.application,
  'app (reachable)': lifecycle.application,
  request: ['query', ...lifecycle.request],
  response: headers,
  'Layer.prototype': ['leads', 'paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  factory: lifecycle.factory,
  application: ['handle', ...lifecycle.application],
  request: ['query', ...lifecycle.request],
  response: [...headers, 'append', 'headerSent', 'on'],
  'Route.prototype': ['leads'],
  'app (own)': ['constructor', ...lifecycle.application],
  'app (reachable)': ['constructor', ...lifecycle.application],
})
