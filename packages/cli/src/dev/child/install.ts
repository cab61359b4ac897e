import { describeError } from '../errors/describe-error.ts'
import { Project } from '../errors/project.ts'
import type { ParentMessage } from '../inspector/messages.ts'
import type { ChildSettings } from '../settings.ts'
import { Applications } from './applications.ts'
import { RequestCounts } from './counts.ts'
import { replaceFinalResponse } from './error-response.ts'
import type { Exchange } from './exchange.ts'
import { KeptSessions, type Sessions } from './kept-sessions.ts'
import { watchServers } from './listen.ts'
import { LoadedFiles } from './loaded-files.ts'
import { LoadedScripts } from './loaded-scripts.ts'
import { followOutput } from './output.ts'
import { RecordLink } from './record-link.ts'
import { createRecord } from './recorder.ts'
import { ReloadPaths } from './reload.ts'
import { formatPath, formatRequest, visible } from './request-line.ts'
import { type RequestHooks, watchRequests } from './requests.ts'
import { Sampling } from './sampling.ts'
import { shortenOutput } from './short-stacks.ts'
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
  const scripts = new LoadedScripts()
  const files = new LoadedFiles(scripts)
  const sessions = settings.keepsSessions ? keepSessions(pipe) : undefined
  const link = openLink(settings, {
    files,
    onReload: () => paths?.reload(),
    onStop() {
      paths?.close()
      if (sessions !== undefined) pipe.send({ type: 'sessions', sessions: sessions.current })
    },
  })
  const project = new Project(settings, scripts)
  reportFailures(pipe, project)

  const boot = settings.reload ? settings.boot : undefined
  const sampling = new Sampling()
  const reports = settings.inspector
    ? keepRecords(settings, { link, sampling, project })
    : { onFinished: printLine, onClosed: () => undefined }
  watchRequests({
    paths,
    sessions,
    reload: settings.reload,
    onServing() {
      if (project.isServing) return
      project.isServing = true
      pipe.send({ type: 'serving' })
    },
    takesRequest: () => !settings.inspector || sampling.takesRequest(),
    onRefused(exchange, directive) {
      if (isReference(exchange)) return
      const path = formatPath(exchange.url)
      link.send({ type: 'refused', path, directive: visible(directive) })
    },
    ...reports,
  })
  const { editor } = settings
  followRequests((exchange) => replaceFinalResponse(exchange, { project, boot, editor }))
  if (!settings.fullStacks) shortenOutput(settings.framework)
  // The inspector shows whole stacks.
  if (settings.inspector) followOutput()
  watchServers(pipe, settings, () => {
    pipe.send({ type: 'loaded', files: files.list() })
  })
}

/** Whether the response is the page of `reference` of webapp/openapi, whose policy no program can change. */
function isReference({ layers }: Exchange): boolean {
  const last = layers.at(-1)
  return last?.name === 'reference' && last.route === undefined
}

interface LinkHooks {
  readonly files: LoadedFiles
  readonly onReload: () => void
  readonly onStop: () => void
}

function openLink(
  { recordsPort, token, pipe }: ChildSettings,
  { files, onReload, onStop }: LinkHooks,
): RecordLink {
  const link: RecordLink = new RecordLink(recordsPort, token, (message) => {
    if (message.type === 'reload') onReload()
    else if (message.type === 'which') replyTo(message, link, files)
    else {
      onStop()
      link.send({ type: 'stopping' })
    }
  })
  // `webapp dev` was killed: a program without it would keep the port for ever. Processes that the
  // program started end as it wants.
  if (pipe !== undefined) link.onEnd(endProgram)
  return link
}

type Question = Extract<ParentMessage, { type: 'which' }>

function replyTo({ id, files }: Question, link: RecordLink, loaded: LoadedFiles): void {
  link.send({ type: 'loaded', id, files: loaded.pick(files) })
}

/** Lets a thread say which files it has loaded. */
export function installInThread({ recordsPort, token }: ChildSettings): void {
  const files = new LoadedFiles(new LoadedScripts())
  const link: RecordLink = new RecordLink(recordsPort, token, (message) => {
    if (message.type === 'which') replyTo(message, link, files)
  })
}

function endProgram(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_GRACE).unref()
}

/** Takes the sessions of the run before. They are passed on if this one is stopped or fails. */
function keepSessions(pipe: StartPipe): KeptSessions {
  const sessions = new KeptSessions(JSON.parse(pipe.ask({ type: 'restore' }) || '{}') as Sessions)
  process.on('uncaughtExceptionMonitor', () => {
    pipe.send({ type: 'sessions', sessions: sessions.current })
  })
  return sessions
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
