// api/index.js
export { app as default } from './application.js'
