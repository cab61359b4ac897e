import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { describeError } from '../errors/describe-error.ts'
import { Project } from '../errors/project.ts'
import type { ChildSettings } from '../settings.ts'
import { Applications } from './applications.ts'
import { RequestCounts } from './counts.ts'
import { replaceFinalResponse } from './error-response.ts'
import type { Exchange } from './exchange.ts'
import { watchServers } from './listen.ts'
import { LoadedScripts } from './loaded-scripts.ts'
import { followOutput } from './output.ts'
import { RecordLink } from './record-link.ts'
import { createRecord } from './recorder.ts'
import { ReloadPaths } from './reload.ts'
import { formatRequest } from './request-line.ts'
import { type RequestHooks, watchRequests } from './requests.ts'
import { Sampling } from './sampling.ts'
import { StartPipe } from './start-pipe.ts'
import { followRequests } from './tracing.ts'

/** How often counts, and changed routes and settings, go to the inspector. */
const REPORT_INTERVAL = 500

/** A program that does not end after SIGTERM is killed after this time. */
const END_GRACE = 5000

/** Sets up the program for `webapp dev`, before its first module is loaded. */
export function install(settings: ChildSettings): void {
  const pipe = new StartPipe(settings)
  const paths = settings.reload ? new ReloadPaths(settings.boot) : undefined
  const link = openLink(settings, paths)
  const project = new Project(settings, new LoadedScripts())
  reportFailures(pipe, project)

  const boot = settings.reload ? settings.boot : undefined
  const sampling = new Sampling()
  const reports = settings.inspector
    ? keepRecords(settings, { link, sampling, project })
    : { onFinished: printLine, onClosed: () => undefined }
  watchRequests({
    paths,
    reload: settings.reload,
    onServing() {
      if (project.isServing) return
      project.isServing = true
      pipe.send({ type: 'serving' })
    },
    takesRequest: () => !settings.inspector || sampling.takesRequest(),
    ...reports,
  })
  followRequests((exchange) => replaceFinalResponse(exchange, { project, boot }))
  if (settings.inspector) followOutput()
  watchServers(pipe, settings, () => {
    pipe.send({ type: 'loaded', files: loadedFiles() })
  })
}

function openLink(
  { recordsPort, token, pipe }: ChildSettings,
  paths: ReloadPaths | undefined,
): RecordLink {
  const link: RecordLink = new RecordLink(recordsPort, token, (message) => {
    if (message.type === 'reload') paths?.reload()
    else {
      paths?.close()
      link.send({ type: 'stopping' })
    }
  })
  // `webapp dev` was killed: a program without it would keep the port for ever. Processes that the
  // program started end as it wants.
  if (pipe !== undefined) link.onEnd(endProgram)
  return link
}

function endProgram(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_GRACE).unref()
}

/** Tells `webapp dev` why the program ends. The event does not change how it ends. */
function reportFailures(pipe: StartPipe, project: Project): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    pipe.send({ type: 'failed', error: describeError(error, project) })
  })
}

function keepRecords(
  settings: ChildSettings,
  { link, sampling, project }: { link: RecordLink; sampling: Sampling; project: Project },
): Pick<RequestHooks, 'onFinished' | 'onClosed'> {
  const counts = new RequestCounts()
  const applications = new Applications(settings.framework)
  const report = () => {
    const changed = counts.take()
    if (changed !== undefined) link.send({ type: 'counts', counts: changed })
    const reports = applications.takeReports()
    if (reports !== undefined) link.send({ type: 'applications', applications: reports })
  }
  setInterval(report, REPORT_INTERVAL).unref()
  const send = (exchange: Exchange) =>
    link.send({ type: 'request', record: createRecord(exchange, project) })
  return {
    onFinished(exchange) {
      const isFailed = exchange.sent.status >= 500
      const isKept = exchange.isRecorded || (isFailed && sampling.takesFailure())
      counts.add(exchange, isKept && send(exchange))
    },
    onClosed(exchange) {
      if (exchange.isRecorded) send(exchange)
    },
  }
}

function printLine(exchange: Exchange): void {
  process.stdout.write(`${formatRequest(exchange)}\n`)
}

/** JSON modules, and files outside of the project, which the watcher does not know yet. */
function loadedFiles(): string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter(
    (file) => !file.includes(`${sep}node_modules${sep}`),
  )
}
