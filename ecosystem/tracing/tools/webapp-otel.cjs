const { instrumentation } = require('webapp/otel')
const { start } = require('./node-sdk.cjs')

start([instrumentation()])
