import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009 and W-023 in docs/differences.md.
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
  'writeHead',
]

await testSurface('5.x', {
  response: members,
  'Layer.prototype': ['leads', 'paramNames'],
})

await testSurface('4.x', {
  request: ['query'],
  response: members,
  'Layer.prototype': ['leads', 'paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  application: ['handle'],
  request: ['query'],
  response: [...members, 'append', 'headerSent', 'on'],
  'Route.prototype': ['leads'],
  'app (own)': ['constructor'],
  'app (reachable)': ['constructor'],
})
