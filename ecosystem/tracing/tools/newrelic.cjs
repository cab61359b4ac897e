const { agent } = require('newrelic')

const transactions = []
const errors = []

agent.on('transactionFinished', (transaction) => {
  transactions.push({ name: transaction.name, spans: namesBelow(transaction) })
  for (const { error } of transaction.exceptions)
    errors.push(`${error.message} in ${transaction.name}`)
})

function namesBelow(transaction) {
  const names = []
  const visit = (segment) => {
    names.push(segment.name)
    for (const child of transaction.trace.getChildren(segment.id)) visit(child)
  }
  visit(transaction.baseSegment)
  return names.slice(1)
}

globalThis.tool = {
  active: [],
  isActive: () => agent.getTransaction() !== null,
  finished: () => ({ transactions, errors }),
}
