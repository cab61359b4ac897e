// The same module as `webapp/v5`, so that both entries are one instance.
export * from './v5.mts'
export { default } from './v5.mts'
