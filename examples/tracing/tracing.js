// Run me: npm start -w tracing, then: curl localhost:3000/customers/7/orders/12
import { ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base'
import { createShop } from './application.js'
import { startTracing } from './telemetry.js'

startTracing(new ConsoleSpanExporter())

const port = Number(process.env.PORT ?? 3000)
createShop().listen(port, () => console.log(`The shop is running: http://localhost:${port}/`))
