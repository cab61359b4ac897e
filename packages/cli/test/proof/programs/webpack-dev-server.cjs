const { mkdirSync, utimesSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const webpack = require('webpack')
const WebpackDevServer = require('webpack-dev-server')

mkdirSync(join(__dirname, 'public'), { recursive: true })
writeFileSync(join(__dirname, 'public/index.html'), '<h1>Page</h1>')
// The ETag of a file contains its time.
utimesSync(join(__dirname, 'public/index.html'), 0, 0)
writeFileSync(join(__dirname, 'entry.js'), 'document.title = "proof"')
const compiler = webpack({
  mode: 'production',
  context: __dirname,
  entry: './entry.js',
  output: { path: join(__dirname, 'out'), filename: 'main.js' },
})
const options = {
  port: Number(process.env.PORT),
  host: '127.0.0.1',
  hot: false,
  client: false,
  headers: { 'X-Proof': 'yes' },
  historyApiFallback: true,
  static: { directory: join(__dirname, 'public'), watch: false, serveIndex: true },
}
new WebpackDevServer(options, compiler).start()
