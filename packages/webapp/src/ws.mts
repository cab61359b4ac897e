export * from './ws.ts'
