const assert = require('node:assert/strict')

assert.ok(require('express') === require('webapp'), 'express is webapp')
assert.throws(() => require('express/lib/router'), /npm install --no-save express/)
