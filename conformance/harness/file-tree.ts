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
  'root/index.html': '<p>index</p>\n',
  'root/plain.txt': 'plain text of 26 letters..',
  'root/empty.txt': '',
  'root/one.txt': '1',
  'root/big.bin': big,
  'root/data.json': '{"a":1}',
  'root/page.html': '<p>page</p>',
  'root/noext': 'no extension',
  'root/both.html': 'both as file',
  'root/both/index.html': 'both as folder',
  'root/pick.htm': 'pick htm',
  'root/pick.html': 'pick html',
  'root/pick.txt': 'pick txt',
  'root/script.js': 'script()',
  'root/module.mjs': 'export {}',
  'root/style.css': 'p{}',
  'root/image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  'root/vector.svg': '<svg/>',
  'root/types.ts': 'type A = 1',
  'root/data.xml': '<a/>',
  'root/thing.unknownext': 'unknown',
  'root/archive.tar.gz': 'archive',
  'root/UPPER.TXT': 'upper',
  'root/name with space.txt': 'space',
  'root/ünï.txt': 'umlaut',
  'root/日本.txt': 'japan',
  'root/€.txt': 'euro',
  'root/per%cent.txt': 'percent',
  'root/%41.txt': 'percent 41',
  'root/plus+and&.txt': 'plus',
  'root/quote\'".txt': 'quote',
  'root/semi;colon,comma.txt': 'semi',
  'root/hash#mark?.txt': 'hash',
  'root/back\\slash.txt': 'backslash',
  'root/<b>.txt': 'markup',
  'root/<b>/file.txt': 'in markup',
  'root/a..b.txt': 'dots inside',
  'root/..double.txt': 'two dots first',
  'root/end.': 'dot last',
  'root/.hidden': 'hidden',
  'root/.hidden.txt': 'hidden text',
  'root/.folder/file.txt': 'in hidden folder',
  'root/.folder/.both': 'hidden in hidden',
  'root/.folder/index.html': 'hidden index',
  'root/.well-known/x.txt': 'well known',
  'root/dir/index.html': 'dir index',
  'root/dir/file.txt': 'dir file',
  'root/dir/deep/file.txt': 'deep file',
  'root/noindex/file.txt': 'no index here',
  'root/other/index.htm': 'other index',
  'root/other/default.txt': 'other default',
  'root/ümlaut/file.txt': 'in umlaut',
  'root/a b/file.txt': 'in space',
  'root/folder.html/file.txt': 'in folder with extension',
  'root/index-is-folder/index.html/file.txt': 'index is a folder',
  'second/plain.txt': 'second plain',
  'second/only.txt': 'only in second',
  'second/noindex/index.html': 'index of second',
  'outside/secret.txt': 'secret',
}

let made: string | undefined

/** The folder that holds the files, made once for each process with fixed times. */
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
  symlinkSync('plain.txt', join(folder, 'root/link.txt'))
  symlinkSync('dir', join(folder, 'root/linkdir'))
  symlinkSync('../outside/secret.txt', join(folder, 'root/outlink.txt'))
  symlinkSync('nowhere', join(folder, 'root/dangling.txt'))
  symlinkSync('loop.txt', join(folder, 'root/loop.txt'))
  execFileSync('mkfifo', [join(folder, 'root/pipe')])
  return folder
}

/** A file without content on the disk, larger than any buffer between server and client. */
function makeHuge(path: string): void {
  writeFileSync(path, '')
  truncateSync(path, 400_000_000)
  utimesSync(path, modified, modified)
}
