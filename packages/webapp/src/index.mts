// The same module instance as `webapp/v5`.
export * from './v5.mts'
export { default } from './v5.mts'
