import { describeBody } from '../server/answers.js'
import { loadPackage } from '../server/load-package.js'
import { compiledSchema, zodSchema } from '../server/validated.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'nest', package: '@nestjs/core', create: createSite }]

/**
 * A site on Nest with its default platform, Express. Its decorators are called as functions, which
 * is what the compiler makes of them.
 *
 * @returns {import('../candidate.ts').Site}
 */
function createSite() {
  loadPackage('reflect-metadata')
  const common = loadPackage('@nestjs/common')
  /** @type {any[]} */
  const controllers = []
  return {
    steps: createSteps(common, (controller) => controllers.push(controller)),
    async listen() {
      const { NestFactory } = loadPackage('@nestjs/core')
      class SiteModule {}
      common.Module({ controllers })(SiteModule)
      const app = await NestFactory.create(SiteModule, { logger: false })
      return app.listen(0, '127.0.0.1')
    },
  }
}

/**
 * @param {any} common
 * @param {(controller: any) => void} add
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(common, add) {
  const { Body, Controller, HttpCode, Post } = common
  /** @type {(decorators: any[], handle: (body?: any) => unknown, pipe?: object) => void} */
  const addHandler = (decorators, handle, pipe) => {
    class SiteController {
      /** @param {any} [body] */
      handle(body) {
        return handle(body)
      }
    }
    const member = Object.getOwnPropertyDescriptor(SiteController.prototype, 'handle')
    for (const decorate of decorators) decorate(SiteController.prototype, 'handle', member)
    if (pipe !== undefined) Body(pipe)(SiteController.prototype, 'handle', 0)
    Controller()(SiteController)
    add(SiteController)
  }
  return {
    async validated({ path, library, keys }) {
      const pipe = library === 'zod' ? await zodPipe(keys) : await compiledPipe(keys, common)
      addHandler([Post(path), HttpCode(200)], describeBody, pipe)
    },
  }
}

/** @param {number} keys */
async function zodPipe(keys) {
  const schema = await zodSchema(keys)
  return { transform: (/** @type {unknown} */ value) => schema.parse(value) }
}

/**
 * @param {number} keys
 * @param {any} common
 */
async function compiledPipe(keys, { BadRequestException }) {
  const schema = await compiledSchema(keys)
  return {
    transform(/** @type {unknown} */ value) {
      if (schema.Check(value)) return value
      throw new BadRequestException()
    },
  }
}
