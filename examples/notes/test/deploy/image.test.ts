import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { Program } from '../../../../tools/program.ts'
import { isReady, serviceEnvironment } from '../faults/service.ts'
import { missingPrograms, type RealParts, startRealParts } from '../real-parts.ts'
import { buildImage, type Image } from './image.ts'

const missing = missingPrograms(['postgres', 'initdb', 'pg_isready', 'redis-server'])

describe.skipIf(missing)(`the image of deploy/Dockerfile ${missing && `(${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-notes-image-'))
  let parts: RealParts
  let image: Image

  beforeAll(async () => {
    parts = await startRealParts()
    image = buildImage(folder)
  }, 1_200_000)

  afterAll(async () => {
    await parts.release()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has the packed webapp, and no tools for development', () => {
    const has = (name: string) => existsSync(join(image.root, '/app', name))
    expect(has('node_modules/webapp/dist/index.js')).toBe(true)
    expect(has('node_modules/webapp/src')).toBe(false)
    expect(has('node_modules/typescript')).toBe(false)
    expect(has('node_modules/vitest')).toBe(false)
  })

  it('starts with the command of the image, serves, and ends at SIGTERM', async () => {
    const [port = 0] = await freePorts(1)
    const [command = '', ...args] = image.command
    expect(command).toBe('node')
    const service = new Program({
      name: 'the image',
      command: process.execPath,
      args,
      cwd: join(image.root, image.workdir),
      env: {
        ...image.env,
        ...serviceEnvironment(parts, join(image.root, image.env.UPLOAD_DIR ?? '')),
        PORT: String(port),
      },
      isReady: () => isReady(port),
    })
    await service.start()
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('</html>')
    expect(await service.stop()).toBe(0)
  })
})
