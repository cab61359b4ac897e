import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-009 and W-023 in docs/differences.md.
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

testSurface('5.x', {
  response: headers,
  'Layer.prototype': ['leads', 'paramNames'],
})

testSurface('4.x', {
  request: ['query'],
  response: headers,
  'Layer.prototype': ['leads', 'paramNames', 'handleError', 'handleRequest'],
})
