import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addRelease, type Fragment, sectionOf } from '../release/changelog.ts'
import { linksOf } from '../release/links.ts'
import { asPublished } from '../release/packages.ts'
import { lockPublished } from '../release/published-lock.ts'
import { isLoopback, missingRequirements } from '../release/requirements.ts'
import { checkLicences, normalizeSbom, type Sbom } from '../release/sbom.ts'
import { readSettings } from '../release/settings.ts'
import { type PackedFile, readTarball } from '../release/tarball.ts'
import { verifyPackage } from '../release/verify.ts'

const fragments: readonly Fragment[] = [
  { id: 'b', bump: 'patch', summary: 'The second fix.' },
  { id: 'a', bump: 'minor', summary: 'A thing\nof two lines.' },
  { id: 'c', bump: 'none', summary: 'Only for us.' },
]

describe('the changelog of a release', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n### Security\n\n- Old.\n\n## [0.1.0] - 2026-01-01\n\n- First.\n'
  const written = addRelease(changelog, { version: '0.2.0', date: '2026-02-03', fragments })

  it('has what was unreleased, then the fragments by their weight', () => {
    expect(written).toBe(
      [
        '# Changelog',
        '## [Unreleased]',
        '## [0.2.0] - 2026-02-03',
        '### Security',
        '- Old.',
        '### New',
        '- A thing\n  of two lines.',
        '### Fixed',
        '- The second fix.',
        '## [0.1.0] - 2026-01-01',
        '- First.\n',
      ].join('\n\n'),
    )
  })

  it('leaves nothing unreleased for the release after it', () => {
    const next = addRelease(written, { version: '0.3.0', date: '2026-03-04', fragments: [] })
    expect(sectionOf(next, '0.3.0')).toBe('')
    expect(sectionOf(next, '0.2.0')).toBe(sectionOf(written, '0.2.0'))
    expect(sectionOf(next, '0.1.0')).toBe('- First.')
  })

  it('needs the heading of what is unreleased', () => {
    expect(() => addRelease('# Changelog\n', { version: '1.0.0', date: '', fragments })).toThrow(
      'CHANGELOG.md has no line "## [Unreleased]"',
    )
  })
})

describe('reading a tarball', () => {
  it.each(['ustar', 'pax'])('finds files, modes and long paths in the format %s', (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'webapp-tarball-'))
    try {
      const long = `package/${'a'.repeat(60)}/${'b'.repeat(60)}/${'c'.repeat(format === 'pax' ? 120 : 20)}.js`
      for (const [path, text] of Object.entries({
        'package/package.json': '{}',
        'package/empty.js': '',
        [long]: 'x'.repeat(1000),
      })) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text, { mode: path === long ? 0o755 : 0o644 })
      }
      const names = ['package/package.json', 'package/empty.js', long]
      execFileSync('tar', [`--format=${format}`, '-czf', 'packed.tgz', ...names], { cwd: folder })
      const files = readTarball(join(folder, 'packed.tgz'))
      expect(
        files.map(({ path, mode, content }) => [path, mode & 0o111, content.toString('utf8')]),
      ).toEqual([
        ['package.json', 0, '{}'],
        ['empty.js', 0, ''],
        [long.slice('package/'.length), 0o111, 'x'.repeat(1000)],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the page of a published package', () => {
  it('says how to install it, where the repository says that it is not published', () => {
    const page =
      '# A\n\n<!-- unpublished -->\nNot yet.\n<!-- published\nInstall it.\n-->\n\nMore.\n'
    expect(asPublished(page)).toBe('# A\n\nInstall it.\n\nMore.\n')
  })

  it.each(readSettings(process.cwd()).packages.map(({ folder }) => folder))(
    'differs for %s',
    (folder) => {
      const page = readFileSync(join(folder, 'README.md'), 'utf8')
      expect(page).toMatch(/not published/)
      expect(asPublished(page)).not.toMatch(/not published|<!--/)
    },
  )
})

describe('a packed package', () => {
  const manifest = {
    name: 'a-package',
    version: '1.0.0',
    license: 'MIT',
    files: ['dist'],
    main: './dist/index.js',
    bin: { run: './dist/main.js' },
    dependencies: { known: '^1.0.0' },
  }
  const most = { files: 10, packed: 1000, unpacked: 10_000 }

  function file(path: string, text = '', mode = 0o644): PackedFile {
    return { path, mode, content: Buffer.from(text) }
  }

  function verify(change: object, more: readonly PackedFile[] = [], size = 1000): string[] {
    const files = [
      file('package.json', JSON.stringify({ ...manifest, ...change })),
      file('README.md'),
      file('LICENSE'),
      file('dist/index.js', "require('known/sub'); require('node:fs'); require('fs')"),
      file('dist/main.js', '#!/usr/bin/env node\n', 0o755),
    ].filter(({ path }) => !more.some((one) => one.path === path))
    const local = ['/home/someone/', 'registry.example']
    return verifyPackage({ files: [...files, ...more], size, most, local })
  }

  it('is good if it has what it needs, and no more', () => {
    expect(verify({})).toEqual([])
  })

  it.each([
    [{ devDependencies: {} }, 'package.json has "devDependencies".'],
    [{ scripts: {} }, 'package.json has "scripts".'],
    [{ license: undefined }, 'package.json has no "license".'],
    [
      { main: './dist/other.js' },
      'package.json names ./dist/other.js, which is not in the package.',
    ],
    [
      { exports: { '.': { import: { types: './dist/no.d.ts' } } } },
      'package.json names ./dist/no.d.ts, which is not in the package.',
    ],
    [
      { dependencies: { known: 'file:../known' } },
      'The dependency known is "file:../known", which is not on a registry.',
    ],
  ])('has a problem with %j in package.json', (change, problem) => {
    expect(verify(change)).toEqual([problem])
  })

  it.each([
    [file('src/a.ts'), '"files" does not list src/a.ts.'],
    [file('dist/index.js.map'), 'dist/index.js.map must not be in a package.'],
    [file('dist/.npmrc'), 'dist/.npmrc must not be in a package.'],
    [
      file('dist/a.txt', 'at /home/someone/x'),
      'dist/a.txt contains "/home/someone/", which only this machine knows.',
    ],
    [
      file('dist/a.js', 'import x from "other"'),
      'dist/a.js imports other, which package.json does not list.',
    ],
    [
      file('dist/a.d.ts', "export * from '@s/other/x'"),
      'dist/a.d.ts imports @s/other, which package.json does not list.',
    ],
    [
      file('dist/main.js', '', 0o755),
      './dist/main.js is a program, but does not start with #!/usr/bin/env node.',
    ],
    [
      file('dist/main.js', '#!/usr/bin/env node\n'),
      './dist/main.js is a program, but not executable.',
    ],
    [file('dist/large.txt', 'x'.repeat(10_000)), /^unpacked: \d+, of 10000 at most/],
  ])('has a problem with a file %#', (one, problem) => {
    expect(verify({}, [one])).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
  })

  it('does not take examples in messages for imports', () => {
    const messages = [
      "throw new Error(`a server cannot redirect import 'other', only ` +",
      "  \"require('other')\" + 'it\\'s require(\"other\")')",
    ]
    const imports = "const a = ['x'], b = require('another')"
    expect(verify({}, [file('dist/a.js', [...messages, imports].join('\n'))])).toEqual([
      'dist/a.js imports another, which package.json does not list.',
    ])
  })

  it('does not take examples in comments for imports', () => {
    const text = "/**\n * import x from 'other'\n */\n// from 'another'\nexport {}\n"
    expect(verify({}, [file('dist/a.js', text)])).toEqual([])
  })

  it('may load packages of the project of its user', () => {
    const files = [
      file('package.json', JSON.stringify({ ...manifest, bin: undefined, main: undefined })),
      file('README.md'),
      file('LICENSE'),
      file('dist/a.js', "require('other')"),
    ]
    const problemsWith = (loads: readonly string[]) =>
      verifyPackage({ files, size: 1, most, local: [], loads })
    expect(problemsWith([])).toHaveLength(1)
    expect(problemsWith(['other'])).toEqual([])
    expect(problemsWith(['*'])).toEqual([])
  })

  describe.each(['https://git.example/a', 'git+https://git.example/a.git'])('of %s', (address) => {
    const links = linksOf(address, 'packages/a')
    const problemsWith = (change: object) => {
      const content = JSON.stringify({ ...manifest, bin: undefined, main: undefined, ...change })
      const files = [file('package.json', content), file('README.md'), file('LICENSE')]
      return verifyPackage({ files, size: 1, most, local: [], links })
    }

    it('leads to the repository, its page and its issues', () => {
      expect(links).toEqual({
        repository: {
          type: 'git',
          url: 'git+https://git.example/a.git',
          directory: 'packages/a',
        },
        homepage: 'https://git.example/a#readme',
        bugs: { url: 'https://git.example/a/issues' },
      })
      expect(problemsWith(links)).toEqual([])
    })

    it('has a problem with a link that is missing, or leads to another place', () => {
      expect(problemsWith({ ...links, bugs: undefined })).toEqual([
        'package.json has not "bugs": {"url":"https://git.example/a/issues"}.',
      ])
      expect(problemsWith(linksOf('https://git.example/b', 'packages/a'))).toHaveLength(3)
    })
  })

  it('has a problem if the tarball is too large', () => {
    expect(verify({}, [], 1001)).toEqual([expect.stringContaining('packed: 1001, of 1000')])
  })
})

describe('the lockfile of a published package', () => {
  const locked = {
    'packages/a': { version: '1.0.0' },
    'packages/a/node_modules/own': { version: '2.0.0', dependencies: { shared: '1' } },
    'node_modules/own': { version: '1.0.0' },
    'node_modules/hoisted': {
      version: '1.0.0',
      dev: true,
      dependencies: { own: '1', nested: '1' },
    },
    'node_modules/hoisted/node_modules/nested': { version: '3.0.0' },
    'node_modules/shared': { version: '1.0.0', dependencies: { hoisted: '1' } },
    'node_modules/tool': { version: '1.0.0' },
  }

  it('has its dependencies and theirs, wherever npm has put them, and no others', () => {
    const manifest = { name: 'a', version: '1.0.0', dependencies: { own: '2', shared: '1' } }
    expect(lockPublished(manifest, 'packages/a', locked)).toMatchObject({
      packages: {
        '': { name: 'a', version: '1.0.0' },
        'node_modules/own': { version: '2.0.0' },
        'node_modules/shared': { version: '1.0.0' },
        'node_modules/hoisted': { version: '1.0.0' },
        'node_modules/hoisted/node_modules/own': { version: '1.0.0' },
        'node_modules/nested': { version: '3.0.0' },
      },
    })
    const { packages } = lockPublished(manifest, 'packages/a', locked) as { packages: object }
    expect(Object.keys(packages)).toHaveLength(6)
    expect(JSON.stringify(packages)).not.toContain('"dev"')
  })
})

describe('a bill of materials', () => {
  function sbom(registry: string, order: (names: string[]) => string[]): Sbom {
    return {
      bomFormat: 'CycloneDX',
      serialNumber: `urn:uuid:${registry}`,
      metadata: { timestamp: registry, component: { name: 'a-package', version: '1.0.0' } },
      components: order(['b', 'c']).map((name) => ({
        name,
        version: '1.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        externalReferences: [
          { type: 'distribution', url: `http://${registry}/${name}.tgz` },
          { type: 'website', url: 'https://a.example' },
        ],
      })),
    }
  }

  it('does not depend on the machine, the registry and the time', () => {
    const date = '2026-01-01T00:00:00.000Z'
    const one = normalizeSbom(
      sbom('one.example', (names) => names),
      date,
    )
    const other = normalizeSbom(
      sbom('other.example', (names) => names.reverse()),
      date,
    )
    expect(one).toEqual(other)
    expect(JSON.stringify(one)).not.toContain('one.example')
    expect(one.metadata.timestamp).toBe(date)
    expect(one.serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
  })

  it.each([
    [[{ license: { id: 'MIT' } }], []],
    [[{ expression: '(GPL-3.0-only OR MIT)' }], []],
    [[{ expression: 'MIT AND ISC' }], []],
    [[{ expression: 'MIT AND GPL-3.0-only' }], ['the licence MIT AND GPL-3.0-only']],
    [[{ license: { id: 'MIT' } }, { license: { name: 'Other' } }], ['the licence MIT and Other']],
    [[], ['no licence']],
  ])('checks the licences %j', (licenses, found) => {
    const document = {
      metadata: { component: { name: 'a', version: '1' } },
      components: [{ name: 'b', version: '2', licenses }],
    }
    expect(checkLicences(document, ['MIT', 'ISC'])).toEqual(
      found.map((text) => `The dependency b 2 has ${text}; release.json allows MIT, ISC.`),
    )
  })
})

describe('what a publication needs', () => {
  const settings = {
    ...readSettings(process.cwd()),
    isDecided: true,
    repository: 'https://github.com/an/owner',
  }
  const registry = 'https://registry.example/'
  const gitHub = {
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://a.example',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a token',
    GITHUB_REPOSITORY: 'an/owner',
  }

  function missing(change: Partial<typeof settings>, env: object, account = true): string[] {
    const given = { registry, env: env as Record<string, string>, account }
    const all = missingRequirements({ ...settings, ...change } as typeof settings, given)
    return all.map((line) => line.split(':')[0] ?? '')
  }

  it('is all there in a CI with an identity', () => {
    expect(missing({}, gitHub, false)).toEqual([])
    expect(missing({}, { SIGSTORE_ID_TOKEN: 'a token' }, false)).toEqual([])
  })

  it('is the decision about the names, the repository, an identity and an account', () => {
    expect(missing({ isDecided: false }, gitHub)).toEqual(['Names'])
    expect(missing({}, {}, false)).toEqual(['Identity', 'Account'])
    expect(missing({}, {})).toEqual(['Identity'])
    expect(missing({}, { ...gitHub, GITHUB_REPOSITORY: 'a/fork' })).toEqual(['Repository'])
    expect(missing({ repository: null as never }, gitHub)).toEqual(['Repository'])
  })

  it('is nothing for a registry on this machine', () => {
    for (const url of ['http://127.0.0.1:4873', 'http://localhost:1/', 'http://[::1]:4873']) {
      expect(isLoopback(url)).toBe(true)
      expect(
        missingRequirements(
          { ...settings, isDecided: false },
          { registry: url, env: {}, account: false },
        ),
      ).toEqual([])
    }
    expect(isLoopback('https://localhost.example')).toBe(false)
  })
})
