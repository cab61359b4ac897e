import { testBodies } from './fuzz/body-suite.ts'

testBodies('4.x')
