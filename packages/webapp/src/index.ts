// The same module instance as `webapp/v5`.
import webapp = require('./v5.ts')

export = webapp
