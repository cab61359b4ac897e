import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009, W-023 and W-054 in docs/differences.md.
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

// Ways into an application without a network: W-054.
const ways = ['fetch', 'inject']
const applications = {
  application: ways,
  'app (own)': ways,
  'app (reachable)': ways,
  'app (enumerable)': ways,
}

await testSurface('5.x', {
  ...applications,
  response: headers,
  'Layer.prototype': ['leads', 'paramNames'],
})

await testSurface('4.x', {
  ...applications,
  request: ['query'],
  response: headers,
  'Layer.prototype': ['leads', 'paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  ...applications,
  application: ['handle', ...ways],
  request: ['query'],
  response: [...headers, 'append', 'headerSent', 'on'],
  'Route.prototype': ['leads'],
  'app (own)': ['constructor', ...ways],
  'app (reachable)': ['constructor', ...ways],
})
