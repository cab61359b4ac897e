export * from './serve.ts'
