import { describeBody, numberedObject, numberedText, rejectLater } from '../server/answers.js'
import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'koa', package: 'koa', create: createSite }]

/** @returns {import('../candidate.ts').Site} */
function createSite() {
  const Koa = loadPackage('koa')
  const Router = loadPackage('@koa/router')
  const app = new Koa.default()
  const router = new Router.default()
  return {
    steps: createSteps(app, router, () => new Router.default()),
    listen: () => listenWith(app.use(router.routes()).callback()),
  }
}

/**
 * @param {any} app
 * @param {any} router
 * @param {() => any} createRouter
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app, router, createRouter) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      router.get(path, (ctx) => {
        ctx.body = text()
      })
    },
    json({ path }) {
      router.get(path, (ctx) => {
        ctx.body = numberedObject()
      })
    },
    echo({ path }) {
      router.get(path, (ctx) => {
        ctx.body = { id: ctx.params.id, q: ctx.query.q }
      })
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_ctx, next) => next())
    },
    nested() {
      const [first, second, third] = Array.from({ length: 3 }, createRouter)
      third.get('/', (ctx) => {
        const { a, b, c } = ctx.params
        ctx.body = { a, b, c }
      })
      second.use('/c/:c', third.routes())
      first.use('/b/:b', second.routes())
      router.use('/a/:a', first.routes())
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        router.get(`/resource-${i}/:id`, (ctx) => {
          ctx.body = ctx.params.id
        })
      }
    },
    body({ path }) {
      const { bodyParser } = loadPackage('@koa/bodyparser')
      app.use(bodyParser())
      router.post(path, (ctx) => {
        ctx.body = describeBody(ctx.request.body)
      })
    },
    failure({ path }) {
      app.use(async (ctx, next) => {
        try {
          await next()
        } catch (error) {
          ctx.status = 500
          ctx.body = { message: error instanceof Error ? error.message : undefined }
        }
      })
      router.get(path, rejectLater)
    },
  }
}
