// index.js
import { http } from '@google-cloud/functions-framework'
import { app } from './application.js'

http('application', app)
