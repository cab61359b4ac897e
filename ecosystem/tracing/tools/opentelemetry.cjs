const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const { start } = require('./node-sdk.cjs')

const http = new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true })
start([http, new ExpressInstrumentation()])
