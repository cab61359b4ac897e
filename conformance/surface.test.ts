import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009 and W-023 in docs/differences.md.
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

await testSurface('5.x', {
  request: ['_parsedUrl'],
  response: headers,
  'Layer.prototype': ['leads', 'paramNames'],
})

await testSurface('4.x', {
  request: ['query', '_parsedUrl'],
  response: headers,
  'Layer.prototype': ['leads', 'paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  application: ['handle'],
  request: ['query', '_parsedUrl'],
  response: [...headers, 'append', 'headerSent', 'on'],
  'Route.prototype': ['leads'],
  'app (own)': ['constructor'],
  'app (reachable)': ['constructor'],
})
