import { testFuzz } from './fuzz/fuzz-suite.ts'

testFuzz('3.x')
