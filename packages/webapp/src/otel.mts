export * from './otel.ts'
