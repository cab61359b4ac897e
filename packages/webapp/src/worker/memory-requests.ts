// In bundles for workers, this module stands in for the joined modules of adapters/, which has a function
// for each module. Servers of workers accept no connections, so nothing would respond to a request in memory.

const reject = async (): Promise<never> => refuse()

function refuse(): never {
  throw new Error(
    'Requests in memory need the HTTP parser of Node, which workers of Cloudflare lack; ' +
      'export httpServerHandler(app.listen(8080)) of cloudflare:node, and call its fetch',
  )
}

const modules = {
  inject: () => ({ inject: reject }),
  fetch: () => ({ handleFetch: reject }),
}

export = new Proxy(modules, { get: (known, name) => Reflect.get(known, name) ?? refuse })
