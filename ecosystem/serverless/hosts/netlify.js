// netlify/functions/application.js
import { app } from './application.js'

export default (request, context) => app.fetch(request, { remoteAddress: context.ip })

export const config = { path: '/*' }
