// The server serves the ES module of the package under this name.
export * from 'webapp/client'
