const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const dyson = require('dyson')

const folder = join(__dirname, 'services')
for (const method of ['get', 'post']) mkdirSync(join(folder, method), { recursive: true })
writeFileSync(
  join(folder, 'get/users.js'),
  `module.exports = {
  path: '/users/:id',
  template: { id: (params) => params.id ?? 'none', name: (params, query) => query.name ?? 'Ada' },
}`,
)
writeFileSync(
  join(folder, 'get/files.js'),
  `module.exports = { path: '/files/:name', status: (req, res, next) => { res.status(203); next() }, template: { name: (params) => params.name } }`,
)
writeFileSync(
  join(folder, 'post/users.js'),
  `module.exports = { path: '/users', template: { saved: (params, query, body) => body } }`,
)
dyson.bootstrap({ configDir: folder, port: Number(process.env.PORT), quiet: true })
