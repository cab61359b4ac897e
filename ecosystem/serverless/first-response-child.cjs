// The time from the first import to the first response of a function, in this process.
const { readFileSync } = require('node:fs')

const [, , side, file] = process.argv
const event = JSON.parse(readFileSync(file, 'utf8'))
const { cpuUsage, hrtime } = process
const start = hrtime.bigint()
const before = cpuUsage()

const sides = {
  'webapp/lambda'() {
    const app = fill(require('webapp')())
    return require('webapp/lambda').lambda(app)
  },
  'serverless-http'() {
    return require('serverless-http')(fill(require('express')()))
  },
  '@codegenie/serverless-express'() {
    return require('@codegenie/serverless-express')({ app: fill(require('express')()) })
  },
}

function fill(app) {
  app.get('/pets/:id', (req, res) => res.json({ id: req.params.id }))
  return app
}

async function main() {
  const { statusCode, body } = await sides[side]()(event, {})
  const milliseconds = Number(hrtime.bigint() - start) / 1e6
  const { user, system } = cpuUsage(before)
  if (statusCode !== 200 || body !== '{"id":"7"}') throw new Error(`${statusCode} ${body}`)
  console.log(JSON.stringify({ milliseconds, cpu: (user + system) / 1000 }))
}

main()
