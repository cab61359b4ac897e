import 'newrelic/esm-loader.mjs'

await import('./newrelic.cjs')
