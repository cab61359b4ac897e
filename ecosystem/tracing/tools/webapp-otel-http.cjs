const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const { instrumentation } = require('webapp/otel')
const { start } = require('./node-sdk.cjs')

// As with @opentelemetry/auto-instrumentations-node, which contains both others.
const http = new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true })
start([http, new ExpressInstrumentation(), instrumentation()])
