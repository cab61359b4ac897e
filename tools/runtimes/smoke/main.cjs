// Runs every check and prints one line of JSON for each check and dialect, then one that it is over.
// With --originals the checks are made with Express itself, installed under aliases.
process.env.NODE_ENV = 'test'
process.env.NO_DEPRECATION = '*'

const { describe, onUncaught, runChecks } = require('./run.cjs')
const { Trial } = require('./trial.cjs')

const OURS = { '5.x': 'webapp', '4.x': 'webapp/v4', '3.x': 'webapp/v3' }
const ORIGINALS = { '5.x': 'express5', '4.x': 'express4', '3.x': 'express3' }

const isOriginal = process.argv.includes('--originals')
const packages = isOriginal ? ORIGINALS : OURS

process.on('uncaughtException', onUncaught)
process.on('unhandledRejection', onUncaught)

const chosen = {
  isChosen: (check) => !(check.isOwn && isOriginal),
  createTrial: (dialect) => new Trial(dialect, packages[dialect]),
}

runChecks(chosen, print).then(
  () => print({ over: true }),
  (error) => print({ over: true, reason: describe(error) }),
)

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`, () => {
    // A runtime that keeps a handle open must not keep us waiting.
    if (line.over) process.exit(0)
  })
}
