const { utimesSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

process.argv.push(__dirname, '--port', process.env.PORT, '--disable-auto-open')
writeFileSync(join(__dirname, 'slides.md'), '# One\n\n---\n\n# Two\n')
writeFileSync(join(__dirname, 'notes.txt'), 'notes')
// The ETag of a file contains its time.
utimesSync(join(__dirname, 'notes.txt'), 0, 0)
require('reveal-md/lib/server')()
