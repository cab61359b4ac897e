import { testFuzz } from './fuzz/suite.ts'

testFuzz('4.x', {
  'requests to random route tables run the same handlers': { target: 'routes', cases: 20_000 },
  'random sequences of response calls answer the same bytes': { target: 'responses', cases: 5_000 },
})
