export * from './ops.ts'
