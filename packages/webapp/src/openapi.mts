export * from './openapi.ts'
