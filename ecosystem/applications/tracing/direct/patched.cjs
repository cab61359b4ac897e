const { ExpressInstrumentation } = require('@opentelemetry/instrumentation-express')
const webapp = require('webapp/v4')

// docs/guide/tracing-packages.md
for (const { patch } of new ExpressInstrumentation().getModuleDefinitions()) patch?.(webapp)

require('../exercise.cjs')(webapp)
