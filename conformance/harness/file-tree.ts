import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** When every file of the tree was last changed; a moment with milliseconds, as most files have. */
export const modified = new Date('2024-03-04T05:06:07.890Z')

const big = Buffer.alloc(300_000, 'big file ')

const files: Record<string, string | Buffer> = {
  'site/index.html': '<p>index</p>\n',
  'site/plain.txt': 'plain text of 26 letters..',
  'site/empty.txt': '',
  'site/one.txt': '1',
  'site/big.bin': big,
  'site/data.json': '{"a":1}',
  'site/page.html': '<p>page</p>',
  'site/noext': 'no extension',
  'site/both.html': 'both as file',
  'site/both/index.html': 'both as folder',
  'site/pick.htm': 'pick htm',
  'site/pick.html': 'pick html',
  'site/pick.txt': 'pick txt',
  'site/script.js': 'script()',
  'site/module.mjs': 'export {}',
  'site/style.css': 'p{}',
  'site/image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'site/vector.svg': '<svg/>',
  'site/types.ts': 'type A = 1',
  'site/data.xml': '<a/>',
  'site/thing.unknownext': 'unknown',
  'site/archive.tar.gz': 'archive',
  'site/UPPER.TXT': 'upper',
  'site/name with space.txt': 'space',
  'site/ünï.txt': 'umlaut',
  'site/日本.txt': 'japan',
  'site/€.txt': 'euro',
  'site/per%cent.txt': 'percent',
  'site/%41.txt': 'percent 41',
  'site/plus+and&.txt': 'plus',
  'site/quote\'".txt': 'quote',
  'site/semi;colon,comma.txt': 'semi',
  'site/hash#mark?.txt': 'hash',
  'site/back\\slash.txt': 'backslash',
  'site/<b>.txt': 'markup',
  'site/<b>/file.txt': 'in markup',
  'site/a..b.txt': 'dots inside',
  'site/..double.txt': 'two dots first',
  'site/end.': 'dot last',
  'site/.hidden': 'hidden',
  'site/.hidden.txt': 'hidden text',
  'site/.folder/file.txt': 'in hidden folder',
  'site/.folder/.both': 'hidden in hidden',
  'site/.folder/index.html': 'hidden index',
  'site/.well-known/x.txt': 'well known',
  'site/dir/index.html': 'dir index',
  'site/dir/file.txt': 'dir file',
  'site/dir/deep/file.txt': 'deep file',
  'site/noindex/file.txt': 'no index here',
  'site/other/index.htm': 'other index',
  'site/other/default.txt': 'other default',
  'site/ümlaut/file.txt': 'in umlaut',
  'site/a b/file.txt': 'in space',
  'site/folder.html/file.txt': 'in folder with extension',
  'site/index-is-folder/index.html/file.txt': 'index is a folder',
  'second/plain.txt': 'second plain',
  'second/only.txt': 'only in second',
  'second/noindex/index.html': 'index of second',
  'listed/<b>.txt': 'markup',
  'listed/quote\'"&.txt': 'quote',
  'listed/<b>/file.txt': 'in markup',
  'outside/secret.txt': 'secret',
}

/** A process that works for another one serves the files of that one. */
let made = process.env.CONFORMANCE_FILES

/** The folder that holds the files, made once with fixed times. */
export function fileTree(): string {
  made ??= makeTree()
  return made
}

/** The ETag that both sides give to a file of this size. */
export function etagOf(size: number): string {
  return `W/"${size.toString(16)}-${modified.getTime().toString(16)}"`
}

function makeTree(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'conformance-files-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, modified, modified)
  }
  makeHuge(join(folder, 'outside/huge.bin'))
  symlinkSync('plain.txt', join(folder, 'site/link.txt'))
  symlinkSync('dir', join(folder, 'site/linkdir'))
  symlinkSync('../outside/secret.txt', join(folder, 'site/outlink.txt'))
  symlinkSync('nowhere', join(folder, 'site/dangling.txt'))
  symlinkSync('loop.txt', join(folder, 'site/loop.txt'))
  execFileSync('mkfifo', [join(folder, 'site/pipe')])
  return folder
}

/** A file without content on the disk, larger than any buffer between server and client. */
function makeHuge(path: string): void {
  writeFileSync(path, '')
  truncateSync(path, 400_000_000)
  utimesSync(path, modified, modified)
}
