// The build replaces this module by a bundle (tools/bundle-client.ts): browsers load it as it is.
export * from './client.ts'
