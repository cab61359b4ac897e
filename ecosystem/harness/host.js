/**
 * The process of one side: `node host.js <dialect> <side> <file> …`. It runs the cases of the files
 * one after the other and tells the outcome of each over IPC.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { aliasExpress } from './alias.js'
import { runCase } from './run-case.js'
import { findSide } from './sides.js'

const [dialect = '', side = '', ...files] = process.argv.slice(2)
const { target, product } = findSide(dialect, side)

/** What is thrown outside of any request fails the case that runs, and the others go on. */
let stray = ''
process.on('uncaughtException', (error) => {
  stray ||= `thrown outside of any request: ${error?.stack ?? error}`
})

aliasExpress(target)
const require = createRequire(import.meta.url)
const express = require(target)
for (const file of files) await tell(await runFile(file))
process.exit()

/** @param {object} outcome */
function tell(outcome) {
  return new Promise((resolve) => process.send?.(outcome, resolve))
}

/** @param {string} file */
async function runFile(file) {
  stray = ''
  try {
    const { default: packageCase } = await import(pathToFileURL(file).href)
    const outcome = await runCase(packageCase, { express, dialect, product })
    return { file, ...outcome, failure: outcome.failure ?? findStray() }
  } catch (error) {
    const reason = error instanceof Error ? error.stack : error
    return { file, failure: `does not load: ${reason}` }
  }
}

/** @returns {string | undefined} */
function findStray() {
  const isOriginal = (/** @type {string} */ name) => /\/express\d?\/lib\/express\.js$/.test(name)
  const original = side === 'ours' && Object.keys(require.cache).find(isOriginal)
  if (original) return `a package got the original: ${original}`
  return stray || undefined
}
