import { testFuzz } from './fuzz/fuzz-suite.ts'

testFuzz('4.x')
