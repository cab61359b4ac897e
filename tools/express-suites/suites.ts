import type { Dialect } from './result.ts'

/** A test suite of Express or of one of its packages, in one version. */
export interface Suite {
  readonly id: string
  readonly title: string
  /** The folder of the checkout, which `git clone` names after the repository. */
  readonly repository: string
  /** The version, as people know it. */
  readonly version: string
  /** The commit of that version: it makes the count repeatable. */
  readonly commit: string
  readonly dialect: Dialect
  /** The module in `adapters/` that takes the place of the package. */
  readonly adapter: string
  /** The arguments of mocha in the `test` script of the suite, without the reporter and `--bail`. */
  readonly arguments: readonly string[]
  /** Test files that inspect helpers of the package, which are not its interface. */
  readonly privateFiles: readonly string[]
  /** Versions of test packages, where the newest one does not run the suite on its own package. */
  readonly pins?: Readonly<Record<string, string>>
}

/** Where the repositories are. */
export const addresses: Readonly<Record<string, string>> = {
  express: 'https://github.com/expressjs/express',
  router: 'https://github.com/pillarjs/router',
  'body-parser': 'https://github.com/expressjs/body-parser',
  send: 'https://github.com/pillarjs/send',
  'serve-static': 'https://github.com/expressjs/serve-static',
  finalhandler: 'https://github.com/pillarjs/finalhandler',
  connect: 'https://github.com/senchalabs/connect',
}

const EXPRESS = ['--require', 'test/support/env', '--check-leaks', 'test/', 'test/acceptance/']
const PACKAGE = ['--check-leaks', 'test/']

// supertest 7.3 sends a request that was written to before its server has a port.
const supertest = { supertest: '7.2.2' }

/**
 * Our checkouts had no tags of Express 5.3.0 and 4.22.3, whose interface webapp has: the suites of
 * these two are the newest commits of the branches `master` and `4.x`.
 */
export const suites: readonly Suite[] = [
  {
    id: 'express-5',
    title: 'Express 5',
    repository: 'express',
    version: '5.2.1, 55 commits later',
    commit: 'a3714473feb3d2908add734d340e7755fd85e0a3',
    dialect: '5.x',
    adapter: 'express-5.cjs',
    arguments: EXPRESS,
    privateFiles: ['test/utils.js'],
  },
  {
    id: 'express-4',
    title: 'Express 4',
    repository: 'express',
    version: '4.22.2, 3 commits later',
    commit: '61ccf2ea8c1bd19cbca6acfb7cd276c5fcd410d3',
    dialect: '4.x',
    adapter: 'express-4.cjs',
    arguments: EXPRESS,
    privateFiles: ['test/utils.js'],
  },
  {
    id: 'express-3',
    title: 'Express 3',
    repository: 'express',
    version: '3.21.2',
    commit: 'cb59086305367d9fcd7d63b53cfca1a3e4ef77d7',
    dialect: '3.x',
    adapter: 'express-3.cjs',
    arguments: EXPRESS,
    privateFiles: ['test/utils.js'],
  },
  {
    id: 'router-2',
    title: 'router 2',
    repository: 'router',
    version: '2.2.0',
    commit: 'e6d6b609fc355e558174ccd5b1db646f739fe88c',
    dialect: '5.x',
    adapter: 'router-2.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'body-parser-2',
    title: 'body-parser 2',
    repository: 'body-parser',
    version: '2.3.0',
    commit: 'd0f2ace6c74769da7d19b8661b9a01c01bdb0bf7',
    dialect: '5.x',
    adapter: 'body-parser-2.cjs',
    arguments: PACKAGE,
    privateFiles: ['test/utils.js'],
    pins: supertest,
  },
  {
    id: 'body-parser-1',
    title: 'body-parser 1',
    repository: 'body-parser',
    version: '1.20.6',
    commit: '5cc4fb8867c93a3aa4455927e38858c9ab89ff43',
    dialect: '4.x',
    adapter: 'body-parser-1.cjs',
    arguments: ['--require', 'test/support/env', ...PACKAGE],
    privateFiles: [],
  },
  {
    id: 'send-1',
    title: 'send 1',
    repository: 'send',
    version: '1.2.1',
    commit: '096a6148bea0b82ca974fe0016e6eac280869249',
    dialect: '5.x',
    adapter: 'send-1.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'send-0',
    title: 'send 0.19',
    repository: 'send',
    version: '0.19.2',
    commit: '34ba03b7579d31c8bb6d5a3ead573da1a7a118e7',
    dialect: '4.x',
    adapter: 'send-0.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'serve-static-2',
    title: 'serve-static 2',
    repository: 'serve-static',
    version: '2.2.1',
    commit: '76312e12c2754c226a685201ff43d785455d0590',
    dialect: '5.x',
    adapter: 'serve-static-2.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'serve-static-1',
    title: 'serve-static 1',
    repository: 'serve-static',
    version: '1.16.3',
    commit: '9acad22498aa5f95b6e887eae1ab9eae63657d8a',
    dialect: '4.x',
    adapter: 'serve-static-1.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'finalhandler-2',
    title: 'finalhandler 2',
    repository: 'finalhandler',
    version: '2.1.1',
    commit: 'aa2851f6b6cf48238a307299be691721530e9172',
    dialect: '5.x',
    adapter: 'finalhandler-2.cjs',
    arguments: PACKAGE,
    privateFiles: [],
    pins: supertest,
  },
  {
    id: 'finalhandler-1',
    title: 'finalhandler 1',
    repository: 'finalhandler',
    version: '1.3.2',
    commit: '1578b155794f470556f57bb17761abe74a5ebd21',
    dialect: '4.x',
    adapter: 'finalhandler-1.cjs',
    arguments: PACKAGE,
    privateFiles: [],
  },
  {
    id: 'connect-2',
    title: 'connect 2',
    repository: 'connect',
    version: '2.30.2',
    commit: '5412f50bba39cc2e1f2448fd4ca125fdeeef1bf9',
    dialect: '3.x',
    adapter: 'connect-2.cjs',
    arguments: PACKAGE,
    privateFiles: ['test/utils.js'],
  },
]
