import { lambda } from 'webapp/lambda'
import { app } from './application.mjs'

export const handler = lambda(app, { stream: true })
