import { testFuzz } from './fuzz/suite.ts'

testFuzz('3.x', {
  'random paths, ranges and conditions are answered alike': { target: 'files', cases: 6_000 },
})
