import { describe, expect, it } from 'vitest'
import { unifiedDiff } from '../../src/migrate/output/diff.ts'
import { placesAfter, placesBefore } from '../../src/migrate/output/places.ts'
import { printSummary } from '../../src/migrate/output/summary.ts'
import { plan } from './project.ts'

/** Programs of any size, by what they have many of. */
const programs: Readonly<Record<string, (at: number) => string>> = {
  routes: (at) =>
    `// route ${at}\napp.get('/a${at}/:id?', function (req, res) {\n` +
    "  if (!req.query.x) return res.send(404)\n  res.json(201, { v: req.param('v'), h: req.host })\n})",
  'regular expressions': (at) => `app.get('/b${at}/x-:id(\\\\d+)', show)`,
  'patterns of a parameter': (at) => `app.get('/j${at}/:id(\\\\d+)', show)`,
  'patterns of parameters': (at) => `app.get('/k/:id${at}(\\\\d+)', show)`,
  'routes with one handler': (at) => `app.get('/c${at}/*', show)`,
  'paths in constants': (at) => `const p${at} = '/d${at}/*'\napp.get(p${at}, show)`,
  'paths in lists': (at) => `for (const q of ['/e${at}/*']) app.get(q, show)`,
  'paths that are not read': (at) =>
    `const r${at} = { path: '/f${at}/*' }\napp.get(r${at}.path, show)`,
  'files that are sent': (at) => `app.get('/g${at}', (req, res) => res.sendfile('${at}'))`,
  'functions that get an application': (at) =>
    `exports.h${at} = function (app) { app.get('/h${at}/:id?', show) }`,
  'comments with types': (at) =>
    `/** @type {import('express').RequestHandler} */\nconst i${at} = (a, b) => b.send(404)`,
  'statements without semicolons': (at) =>
    `app.use(function (req) {\n  f(${at})\n  req.param('x').y()\n})`,
}

const sourceOf = (line: (at: number) => string, size: number) =>
  [
    "const express = require('express')\nconst app = express()\nfunction show(req) { req.params[0] }",
    ...Array.from({ length: size }, (_each, at) => line(at)),
  ].join('\n')

describe('the work grows with the size of a program: many', () => {
  it.each(Object.entries(programs))('%s', (_name, line) => {
    const [small, large] = [40, 320].map((size) => countSteps(() => migrate(sourceOf(line, size))))
    // Eight times the size. Quadratic work of any weight would come near to 64 times.
    expect((large as number) / (small as number)).toBeLessThan(12)
  })
})

function migrate(source: string): void {
  const { changes, rewritten, reported } = plan(source)
  expect(rewritten.length + reported.length).toBeGreaterThan(40)
  const empty = {
    folder: '/',
    readCount: 1,
    skipped: [],
    outside: [],
    tools: new Map(),
    oldTypeScript: [],
    next: [],
    raised: [],
    isDry: true,
  }
  for (const placeOf of [placesBefore(), placesAfter({ changes, rewritten, reported })]) {
    printSummary({ ...empty, rewritten, reported, placeOf })
  }
  for (const { file, text } of changes) unifiedDiff('a', file.text, text)
}

/**
 * Counts the items that methods of arrays and loops over arrays may read, the lines that texts are
 * split into, and the characters that regular expressions may read. Unlike a time, the number is the
 * same in every run.
 */
function countSteps(run: () => void): number {
  let steps = 0
  const restore: (() => void)[] = []
  const wrap = (owner: object, name: PropertyKey, countOf: Count) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown
    const descriptor = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor
    restore.push(() => Object.defineProperty(owner, name, descriptor))
    const value = function (this: unknown, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args)
      steps += countOf(this, result, args)
      return result
    }
    Object.defineProperty(owner, name, { ...descriptor, value })
  }
  for (const name of [...METHODS, Symbol.iterator]) wrap(Array.prototype, name, sizeOf)
  wrap(String.prototype, 'split', (_self, result) => sizeOf(result))
  wrap(RegExp.prototype, 'test', (self, _result, [text]) => {
    return (self as RegExp).source.startsWith('^') ? 1 : String(text).length
  })
  try {
    run()
  } finally {
    for (const each of restore.reverse()) each()
  }
  return steps
}

type Count = (self: unknown, result: unknown, args: readonly unknown[]) => number

const sizeOf = (self: unknown) => (self as readonly unknown[]).length

const METHODS =
  'find findIndex findLast some every filter map flatMap forEach includes indexOf'.split(' ')
