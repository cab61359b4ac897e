import { testFiles } from './fuzz/file-suite.ts'

testFiles('5.x')
