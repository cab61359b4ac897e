const { Skip } = require('./check.cjs')

/** The checks by group. Each group is loaded when its turn comes. */
const GROUPS = {
  loading: () => require('./loading.cjs'),
  routing: () => require('./routing.cjs'),
  bodies: () => require('./bodies.cjs'),
  files: () => require('./files.cjs'),
  views: () => require('./views.cjs'),
  errors: () => require('./errors.cjs'),
  responses: () => require('./responses.cjs'),
  streams: () => require('./streams.cjs'),
  sockets: () => require('./sockets.cjs'),
  servers: () => require('./servers.cjs'),
  extensions: () => require('./extensions.cjs'),
  context: () => require('./context.cjs'),
  web: () => require('./web.cjs'),
  live: () => require('./live.cjs'),
  'typed-client': () => require('./typed-client.cjs'),
}

/** So long that only a check that hangs gets there. */
const LIMIT = 20_000

// What nobody caught belongs to the check that runs.
let fail = () => {}

/**
 * Runs the checks of some groups, or of all, and prints a line for each check and dialect.
 * `createTrial` makes what a check is given.
 */
async function runChecks({ groups = Object.keys(GROUPS), isChosen, createTrial }, print) {
  for (const group of groups) {
    for (const check of GROUPS[group]().filter(isChosen)) {
      for (const dialect of check.dialects) {
        const outcome = await outcomeOf(check, () => createTrial(dialect, check))
        print({ group, name: check.name, dialect, ...outcome })
      }
    }
  }
}

async function outcomeOf(check, createTrial) {
  let trial
  try {
    trial = createTrial()
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

module.exports = { describe, onUncaught: (error) => fail(error), runChecks }
