import { testBodies } from './fuzz/body-suite.ts'

testBodies('5.x')
