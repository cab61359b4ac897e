export * from './inject.ts'
