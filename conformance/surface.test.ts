import { testSurface } from './harness/surface-suite.ts'

// Members that ours has and the original has not: W-004, W-009 and W-023 in docs/differences.md.
await testSurface('5.x', {
  response: ['writeHead'],
  'Layer.prototype': ['paramNames'],
})

await testSurface('4.x', {
  request: ['query'],
  response: ['writeHead'],
  'Layer.prototype': ['paramNames', 'handleError', 'handleRequest'],
})

await testSurface('3.x', {
  application: ['handle'],
  request: ['query'],
  response: ['append', 'headerSent', 'on', 'setHeader', 'writeHead'],
  'app (own)': ['constructor'],
  'app (reachable)': ['constructor'],
})
