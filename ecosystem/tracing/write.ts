import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'
import { findAll, renderTable } from './findings.ts'
import { writeTable } from './page.ts'

// Writes the table of docs/guide/tracing-packages.md: npx tsx ecosystem/tracing/write.ts
installLocked(fileURLToPath(new URL('.', import.meta.url)))
writeTable(renderTable(await findAll()))
