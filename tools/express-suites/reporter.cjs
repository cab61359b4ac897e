// A reporter for every version of mocha that the suites use. It appends a line for each test to the
// file SUITES_REPORT, so that the results of a run that hangs or crashes are not lost.
const { appendFileSync } = require('node:fs')
const { relative } = require('node:path')

const { SUITES_REPORT: report, SUITES_ADAPTER: adapter } = process.env

module.exports = function Reporter(runner) {
  runner.on('pass', (test) => add('passed', test))
  runner.on('pending', (test) => add('pending', test))
  runner.on('fail', (test, error) => add('failed', test, error))
  runner.on('end', () => {
    write({ end: true, onWebapp: adapter in require.cache })
    // Some suites leave servers open, for which newer versions of mocha wait.
    process.nextTick(() => process.exit())
  })
}

function add(outcome, test, error) {
  const file = relative(process.cwd(), fileOf(test)).replaceAll('\\', '/')
  const title = test.fullTitle()
  write(error ? { file, title, outcome, message: messageOf(error) } : { file, title, outcome })
}

/** Old versions of mocha note the file of a block only. */
function fileOf(test) {
  for (let part = test; part; part = part.parent) if (part.file) return part.file
  return process.cwd()
}

function messageOf(error) {
  return String(error.message || error).slice(0, 500)
}

function write(line) {
  appendFileSync(report, `${JSON.stringify(line)}\n`)
}
