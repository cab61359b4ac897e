// With the types of all dialects: an application takes handlers and applications of each.
/// <reference path="./types/v4.ts" preserve="true" />
import webapp = require('./dialects/v4/webapp.ts')

export = webapp
