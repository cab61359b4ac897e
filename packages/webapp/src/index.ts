// The same module as `webapp/v5`, so that both entries are one instance.
import webapp = require('./v5.ts')

export = webapp
