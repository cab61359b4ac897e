// With the types of all dialects: an application takes handlers and applications of each.
/// <reference path="./types/v5.ts" preserve="true" />
import webapp = require('./dialects/v5/webapp.ts')

import { showToTools } from './register/show-to-tools.ts'

// TypeScript writes this at the end, but the stand-in for express needs it now.
module.exports = webapp
showToTools('v5')

export = webapp
