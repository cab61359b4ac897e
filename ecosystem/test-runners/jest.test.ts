import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const rootDir = fileURLToPath(new URL('.', import.meta.url))
const jest = `${rootDir}node_modules/jest/bin/jest.js`

// Jest runs programs in a context of their own: jsdom puts the globals of a browser there, and fake
// timers may be installed before webapp is loaded.
it.each([
  ['node', false],
  ['node', true],
  ['jsdom', false],
  ['jsdom', true],
])(
  'webapp serves in jest with the environment %s, fake timers: %s',
  async (env, enableGlobally) => {
    const config = {
      rootDir,
      testEnvironment: env,
      testMatch: ['**/*.spec.cjs'],
      testTimeout: 60_000,
      fakeTimers: { enableGlobally },
    }
    const args = [
      jest,
      '--config',
      JSON.stringify(config),
      '--watchman=false',
      '--json',
      '--silent',
    ]
    const { stdout } = await run(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 })
    const { numPassedTests, numTotalTests } = JSON.parse(stdout)
    expect(numPassedTests).toBe(numTotalTests)
    expect(numPassedTests).toBeGreaterThan(40)
  },
)
