export * from './multipart.ts'
