import { describe, expect, it } from 'vitest'
import { callSite } from '../../../src/errors/call-site.ts'

describe('callSite(stack)', () => {
  it.each([
    ['a function', 'at go (/srv/app.js:2:3)', '/srv/app.js:2:3'],
    ['no function', 'at /srv/app.js:2:3', '/srv/app.js:2:3'],
    ['an async function', 'at async go (/srv/app.js:2:3)', '/srv/app.js:2:3'],
    ['async code without a name', 'at async /srv/app.js:2:3', '/srv/app.js:2:3'],
    ['a renamed method', 'at Object.go [as run] (/srv/app.js:2:3)', '/srv/app.js:2:3'],
    ['a module', 'at go (file:///srv/app.mjs:2:3)', 'file:///srv/app.mjs:2:3'],
    ['a folder with a space', 'at go (/my programs/app.js:2:3)', '/my programs/app.js:2:3'],
    ['a folder with parentheses', 'at go (/app (copy)/app.js:2:3)', '/app (copy)/app.js:2:3'],
    ['such a folder and no function', 'at /app (copy)/app.js:2:3', '/app (copy)/app.js:2:3'],
    ['a drive of Windows', 'at go (C:\\my app\\app.js:2:3)', 'C:\\my app\\app.js:2:3'],
  ])('finds %s', (_name, frame, site) => {
    const node = 'at emit (node:events:1:2)\n    at new Promise (<anonymous>)'
    expect(callSite(`Error: of\ntwo lines\n    ${node}\n    ${frame}`)).toBe(site)
  })

  it.each([undefined, [], 'Error: without frames'])('is undefined for %j', (stack) => {
    expect(callSite(stack)).toBeUndefined()
  })
})
