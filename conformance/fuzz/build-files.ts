import { describeValue } from '../harness/describe-value.ts'
import { type Express, type Handler, onError } from '../harness/express.ts'
import { fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import type { V4Res } from '../harness/v4.ts'
import type { FileSetup } from './file-cases.ts'
import { caseOf, type Made, note, type Trace } from './trace.ts'

/** One way of serving the tree of files, and handlers that tell what it left to others. */
export function buildFiles(express: Express, chosen: FileSetup): Made {
  const app = express()
  const trace: Trace = new Map()
  app.use(chosen.mount, handlerFor(express, chosen))
  app.use((req, res) => {
    note(trace, caseOf(req), `fell through ${req.url} ${res.statusCode}`)
    res.status(404).end('fell through')
  })
  app.use(
    onError((err, req, res, _next) => {
      const text = chosen.plainErrors ? err.message : describeValue(err)
      note(trace, caseOf(req), `error ${text} ${err.status}`)
      if (!res.headersSent) res.status(Number(err.status) || 500).end('failed')
    }),
  )
  return { app, trace }
}

function handlerFor(express: Express, { way, options }: FileSetup): Handler {
  const root = `${fileTree()}/site`
  if (way === 'static') return builtIn(express).static(root, options)
  return (req, res) => {
    const path = decode(req.path)
    if (way === 'sendfile') (res as V4Res).sendfile(path, { ...options, root })
    else if (way === 'sendFile') res.sendFile(path, { ...options, root })
    else if (way === 'absolute') res.sendFile(root + path, { ...options })
    else res.download(path, { ...options, root })
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
