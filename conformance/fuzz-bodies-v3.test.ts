import { testFuzz } from './fuzz/suite.ts'

testFuzz('3.x', {
  'random bodies are parsed and refused alike': { target: 'bodies', cases: 6_000 },
})
