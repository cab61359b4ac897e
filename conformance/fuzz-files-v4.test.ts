import { testFiles } from './fuzz/file-suite.ts'

testFiles('4.x')
