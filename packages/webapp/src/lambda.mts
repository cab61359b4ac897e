export * from './lambda.ts'
