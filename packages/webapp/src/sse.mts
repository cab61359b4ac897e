export * from './sse.ts'
