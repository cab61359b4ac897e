import { describe, expect, it } from 'vitest'
import { mayImport } from '../../../src/register/may-import.ts'

describe('mayImport(code)', () => {
  it.each([
    "import 'express'",
    "import express from 'express'",
    "const a = 1;import{Router}from'express'",
    "/* banner */ import * as all from 'express'",
    "export { Router } from 'express'",
    "  export * from 'express'",
    "import('express').then(start)",
    "const load = async () => (await import('express')).default",
    'Promise.resolve().then(() => __importStar(import("express")))',
    "return import(/* webpackIgnore: true */ 'express')",
    "import // why\n('express')",
    `eval("import('express')")`,
    "new Function('name', 'return import(name)')",
    "/** @type {import('x')} */ const a = import('x')",
  ])('is true for %j', (code) => {
    expect(mayImport(code)).toBe(true)
  })

  it.each([
    '',
    "module.exports = require('express')",
    'exports.export = exports.import = 1',
    'const important = __importDefault(require("express"))',
    "/** @type {import('express')} */\nlet a",
    " * @param {import('express').Request} req",
    "// await import('express')",
    "/* import('express') */",
    "throw new Error('cannot import this')",
    'loader.import(name)',
    'module.exports = { import: 1, export: 2 }',
    '/^import$/.test(word)',
  ])('is false for %j', (code) => {
    expect(mayImport(code)).toBe(false)
  })
})
