import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPages, readSections, writeSignatures } from './pages.ts'
import { Signatures } from './signatures.ts'

/**
 * npx tsx tools/reference/write.ts: writes the dialects and the signature of each member into
 * docs/reference/, from the public types. packages/webapp/test/unit/reference.test.ts checks them.
 */
const folder = fileURLToPath(new URL('../../docs/reference/', import.meta.url))
const sources = fileURLToPath(new URL('../../packages/webapp/src/', import.meta.url))

const signatures = new Signatures(sources)
const pages = readPages(folder)
for (const [file, markdown] of pages) {
  const written = writeSignatures(markdown, signatures)
  if (written !== markdown) writeFileSync(join(folder, file), written)
}
console.log(`${readSections(readPages(folder)).length} members in ${pages.size} pages`)
