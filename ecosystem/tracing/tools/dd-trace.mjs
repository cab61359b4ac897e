import 'dd-trace/register.js'

await import('./dd-trace.cjs')
