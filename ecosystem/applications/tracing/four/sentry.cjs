const Sentry = require('@sentry/node')

require('../exercise.cjs')(require('express'), Sentry.setupExpressErrorHandler)
