// Runs every check and prints one line of JSON for each check and dialect, then one that it is over.
// With --originals the checks are made with Express itself, installed under aliases.
process.env.NODE_ENV = 'test'
process.env.NO_DEPRECATION = '*'

const { Skip } = require('./check.cjs')
const { Trial } = require('./trial.cjs')

const GROUPS = [
  'loading',
  'routing',
  'bodies',
  'files',
  'views',
  'errors',
  'responses',
  'streams',
  'sockets',
  'servers',
  'extensions',
  'context',
  'web',
  'typed-client',
]

const OURS = { '5.x': 'webapp', '4.x': 'webapp/v4', '3.x': 'webapp/v3' }
const ORIGINALS = { '5.x': 'express5', '4.x': 'express4', '3.x': 'express3' }

/** So long that only a check that hangs gets there. */
const LIMIT = 20_000

const isOriginal = process.argv.includes('--originals')
const packages = isOriginal ? ORIGINALS : OURS

// What nobody caught belongs to the check that runs.
let fail = () => {}
process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))

main().then(
  () => print({ over: true }),
  (error) => print({ over: true, reason: describe(error) }),
)

async function main() {
  for (const group of GROUPS) {
    for (const check of require(`./${group}.cjs`)) {
      if (check.isOwn && isOriginal) continue
      for (const dialect of check.dialects) {
        print({ group, name: check.name, dialect, ...(await outcomeOf(check, dialect)) })
      }
    }
  }
}

async function outcomeOf(check, dialect) {
  let trial
  try {
    trial = new Trial(dialect, packages[dialect])
    await within(LIMIT, check.run(trial))
    return { outcome: 'passed' }
  } catch (error) {
    return { outcome: error instanceof Skip ? 'skipped' : 'failed', reason: describe(error) }
  } finally {
    trial?.close()
  }
}

function within(time, work) {
  return new Promise((resolve, reject) => {
    fail = reject
    const timer = setTimeout(() => reject(new Error('nothing happened')), time)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function describe(error) {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.split('\n').filter(Boolean).slice(0, 6).join(' ').slice(0, 300)
}

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`, () => {
    // A runtime that keeps a handle open must not keep us waiting.
    if (line.over) process.exit(0)
  })
}
