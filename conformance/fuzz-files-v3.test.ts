import { testFiles } from './fuzz/file-suite.ts'

testFiles('3.x')
