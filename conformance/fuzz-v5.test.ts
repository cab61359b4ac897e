import { testFuzz } from './fuzz/fuzz-suite.ts'

testFuzz('5.x')
