// AWS Lambda: the handlers `lambda.handler` and, for responses that are streamed, `lambda.streamed`.
import { lambda } from 'webapp/lambda'
import { app } from './application.js'

export const handler = lambda(app)
export const streamed = lambda(app, { stream: true })
