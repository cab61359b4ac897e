import { testScenarios } from './harness/scenario-suite.ts'

await testScenarios('3.x')
