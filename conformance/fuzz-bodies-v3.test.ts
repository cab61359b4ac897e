import { testBodies } from './fuzz/body-suite.ts'

testBodies('3.x')
