import { testScenarios } from './harness/scenario-suite.ts'

await testScenarios('4.x')
