import { testScenarios } from './harness/scenario-suite.ts'

await testScenarios('5.x')
