// Run me: npm start -w tracing, then: curl localhost:3000/customers/7/orders/12
import { context, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { createShop } from './application.js'
import { contextManager, storage } from './context-manager.js'
import { feedSpans } from './spans.js'

const provider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
})
trace.setGlobalTracerProvider(provider)
context.setGlobalContextManager(contextManager)
feedSpans(provider.getTracer('webapp'), storage)

const port = Number(process.env.PORT ?? 3000)
createShop().listen(port, () => console.log(`The shop is running: http://localhost:${port}/`))
