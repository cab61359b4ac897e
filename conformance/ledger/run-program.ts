import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { compileFunction } from 'node:vm'
import type { Side } from '../harness/dialects.ts'
import { type Recorder, startRecorder } from '../harness/probe.ts'
import { withClient } from './client.ts'

/** A program of the ledger, as data, because it may have to go to another process. */
export interface Program {
  readonly id: string
  readonly code: string
}

const require = createRequire(import.meta.url)

/** The folder that programs know as `files`. The path holds in this file and in its bundle. */
const files = fileURLToPath(new URL('../ledger/files', import.meta.url))

/** The lines that the program prints on one side, deprecation notices and its last error included. */
export async function runProgram({ id, code }: Program, side: Side): Promise<string[]> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const recorder = startRecorder(side)
  const printer = createPrinter(recorder)
  try {
    await play({ id, code }, side, printer)
  } catch (error) {
    printer.print(showThrown(error))
  } finally {
    // Errors that no handler takes are logged a turn later.
    await new Promise(setImmediate)
    recorder.stop()
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
  return printer.lines()
}

async function play({ id, code }: Program, side: Side, { print, attempt }: Printer): Promise<void> {
  const express = side.load()
  const app = express()
  await withClient(app, async (client) => {
    const names = { express, app, files, require, print, attempt, ...client }
    // Notices come once for each place in a program, which the file name makes its own.
    const run: unknown = compileFunction(
      `'use strict'; return (async () => {${code}})()`,
      Object.keys(names),
      {
        filename: `${id}.js`,
      },
    )
    if (typeof run === 'function') await run(...Object.values(names))
  })
}

interface Printer {
  print(...values: unknown[]): void
  /** Prints the error of `work`, if it throws one. */
  attempt(work: () => unknown): void
  lines(): string[]
}

function createPrinter(recorder: Recorder): Printer {
  const lines: string[] = []
  const takeNotices = () => {
    const noticed = recorder.take().filter((line) => line.startsWith('(deprecation) '))
    lines.push(...noticed.map((line) => line.replace('(deprecation)', 'notice:')))
  }
  const print = (...values: unknown[]) => {
    takeNotices()
    lines.push(values.map(showValue).join(' ').replaceAll('\n', '⏎'))
  }
  return {
    print,
    attempt: (work) => {
      try {
        work()
      } catch (error) {
        print(showThrown(error))
      }
    },
    lines: () => {
      takeNotices()
      return lines
    },
  }
}

function showValue(value: unknown): string {
  if (typeof value === 'string') return value
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: 100 })
}

function showThrown(error: unknown): string {
  return error instanceof Error ? `throws ${error.name}: ${error.message}` : `throws ${error}`
}
