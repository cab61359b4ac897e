interface Tool {
  readonly name: string
  readonly files: RegExp
  /** A package that a program has if the files belong to the tool, where their names say too little. */
  readonly needs?: string
}

/** Tools that load files of a program and call their functions with an application of their own. */
const TOOLS: readonly Tool[] = [
  { name: 'react-scripts', files: /(?:^|\/)src\/setupProxy\.[cm]?[jt]s$/ },
  {
    name: 'webpack-dev-server',
    files:
      /(?:^|\/)(?:(?:webpack(?:[.-][\w-]+)*|vue|craco|rspack|rsbuild|webpackDevServer)\.config(?:\.[\w-]+)*|config-overrides)\.[cm]?[jt]s$/,
  },
  { name: 'gatsby', files: /(?:^|\/)gatsby-(?:config|node)\.[cm]?[jt]s$/ },
  { name: 'storybook', files: /(?:^|\/)\.storybook\/middleware\.[cm]?[jt]s$/ },
  {
    name: 'ember-cli',
    files: /(?:^|\/)server\/(?:index|(?:mocks|proxies)\/[^/]+)\.[cm]?[jt]s$/,
    needs: 'ember-cli',
  },
]

/** The tool that loads a file of a program with these dependencies. */
export function toolFor(
  path: string,
  dependencies: Readonly<Record<string, string>>,
): string | undefined {
  const plain = path.replaceAll('\\', '/')
  const found = TOOLS.find(
    ({ files, needs }) =>
      files.test(plain) && (needs === undefined || Object.hasOwn(dependencies, needs)),
  )
  return found?.name
}
