export * from './worker.ts'
