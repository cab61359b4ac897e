import type { SourceFile } from '../syntax/source-file.ts'
import {
  migrateApplicationCall,
  migrateApplicationMember,
  reportArguments,
} from './applications.ts'
import { methodCallOf } from './calls.ts'
import { type Captures, migrateCapture, reportDestructured, reportWholeParams } from './captures.ts'
import type { Context } from './context.ts'
import { migrateImports, type Specifiers } from './imports.ts'
import { reportLoosePaths } from './loose-paths.ts'
import {
  migrateFactoryMember,
  migrateMiddlewareCall,
  reportNamedMembers,
  reportStore,
} from './middleware.ts'
import { reportOldIdioms } from './old-idioms.ts'
import { migrateOrder } from './order.ts'
import { migratePaths } from './paths.ts'
import { keepJsonSpaces, keepQueryParser } from './query-parser.ts'
import { reportBody } from './request-body.ts'
import { migrateQueryVariable } from './request-query.ts'
import { migrateRequestCall, migrateRequestMember, migrateRequestPattern } from './requests.ts'
import { migrateResponseCall, migrateResponseMember } from './responses.ts'
import { reportUnknownReceiver } from './unknown-receivers.ts'

/** Finds all spots of a program. */
export function runRules(context: Context, modules: Specifiers): void {
  const captures: Captures = new Map()
  // Handlers are read after all paths, because another file may register them.
  for (const file of context.files) migrateFile(context, file, modules, captures)
  for (const file of context.files) {
    for (const node of file.nodes) {
      if (node.type === 'MemberExpression') migrateCapture(context, file, node, captures)
      else reportDestructured(context, file, node, captures)
      reportWholeParams(context, file, node, captures)
    }
  }
  reportLoosePaths(context)
  migrateOrder(context)
  keepQueryParser(context)
  keepJsonSpaces(context)
  context.spots.sort(
    (one, other) => one.file.path.localeCompare(other.file.path) || one.start - other.start,
  )
}

function migrateFile(
  context: Context,
  file: SourceFile,
  modules: Specifiers,
  captures: Captures,
): void {
  migrateImports(context, file, modules)
  for (const node of file.nodes) {
    if (node.type === 'MemberExpression') {
      migrateFactoryMember(context, file, node)
      migrateApplicationMember(context, file, node)
      migrateRequestMember(context, file, node)
      migrateResponseMember(context, file, node)
    }
    const call = methodCallOf(file, node)
    if (call !== undefined) {
      migratePaths(context, call, captures)
      reportUnknownReceiver(context, call, modules)
      reportArguments(context, call)
      migrateApplicationCall(context, call)
      migrateRequestCall(context, call)
      migrateResponseCall(context, call)
    }
    migrateMiddlewareCall(context, file, node)
    migrateRequestPattern(context, file, node)
    migrateQueryVariable(context, file, node)
    reportBody(context, file, node)
    reportNamedMembers(context, file, node)
    reportStore(context, file, node)
    reportOldIdioms(context, file, node)
  }
}
