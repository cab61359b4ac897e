/** A document with most of what OpenAPI can say, for the tests of its page. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object, more = {}) => ({ 'application/json': { schema, ...more } })

const Product = {
  type: 'object',
  description: 'Something that the `shop` sells.',
  required: ['name', 'price'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    name: { type: 'string', minLength: 1, maxLength: 80, examples: ['Tea'] },
    price: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01, example: 2.5 },
    size: { enum: ['s', 'm', 'l'] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5, uniqueItems: true },
    note: { type: ['string', 'null'], deprecated: true },
    code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]+$', default: 'AA-1' },
    added: { type: 'string', format: 'date-time' },
    maker: ref('Maker'),
    category: ref('Category'),
    kind: { oneOf: [ref('Book'), ref('Toy')], discriminator: { propertyName: 'kind' } },
    parts: {
      type: 'array',
      items: {
        allOf: [
          ref('Maker'),
          { type: 'object', properties: { count: { type: 'integer', minimum: 1 } } },
        ],
      },
    },
    prices: { type: 'object', additionalProperties: { type: 'number' } },
    position: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
  },
}

const named = (extra: object) => ({
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, ...extra },
})

const listed = {
  200: {
    description: 'The products',
    headers: { 'X-Total': { description: 'How many there are', schema: { type: 'integer' } } },
    content: json({ type: 'array', items: ref('Product') }),
  },
  '4XX': { $ref: '#/components/responses/Problem' },
}

const done = { 200: { description: 'Done', content: json({}) } }

export const SHOP = {
  openapi: '3.1.0',
  info: {
    title: 'Shop',
    version: '2.1.0',
    description: 'The interface of a shop.\n\nPrices are in `EUR`.',
    contact: { name: 'Team', url: 'https://shop.example/team' },
    license: { name: 'MIT' },
  },
  servers: [
    { url: '/', description: 'Here' },
    { url: 'http://elsewhere.test', description: 'Elsewhere' },
  ],
  tags: [{ name: 'products', description: 'What the shop sells.' }, { name: 'account' }],
  paths: {
    '/products': {
      parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }],
      get: {
        operationId: 'findProducts',
        tags: ['products'],
        summary: 'Find products',
        parameters: [
          {
            name: 'q',
            in: 'query',
            description: 'Words to search for',
            schema: { type: 'string', maxLength: 100 },
          },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          {
            name: 'where',
            in: 'query',
            style: 'deepObject',
            explode: true,
            schema: { type: 'object' },
          },
          { name: 'sale', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-Key', in: 'header', deprecated: true, schema: { type: 'string' } },
        ],
        responses: listed,
      },
      post: {
        operationId: 'addProduct',
        tags: ['products'],
        summary: 'Add a product',
        security: [{ token: [] }],
        requestBody: {
          required: true,
          content: {
            ...json(ref('Product')),
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: {
          201: { description: 'Added', content: json(ref('Product')) },
          '4XX': { $ref: '#/components/responses/Problem' },
        },
      },
    },
    '/products/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      put: {
        operationId: 'replaceProduct',
        tags: ['products'],
        summary: 'Replace a product',
        requestBody: { content: json(ref('Product')) },
        responses: done,
      },
      patch: {
        operationId: 'changeProduct',
        tags: ['products'],
        summary: 'Change a product',
        responses: done,
      },
      delete: {
        operationId: 'removeProduct',
        tags: ['products'],
        summary: 'Remove a product',
        deprecated: true,
        responses: { 204: { description: 'Removed' } },
      },
    },
    '/photos': {
      post: {
        operationId: 'addPhoto',
        tags: ['products'],
        summary: 'Add a photo',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: {
                  title: { type: 'string' },
                  photo: { type: 'array', items: { type: 'string', format: 'binary' } },
                },
              },
            },
          },
        },
        responses: done,
      },
    },
    '/photo': {
      get: {
        operationId: 'showPhoto',
        tags: ['products'],
        summary: 'Show a photo',
        responses: {
          200: {
            description: 'A photo',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
    '/stream': {
      get: {
        operationId: 'watch',
        tags: ['products'],
        summary: 'Watch the shop',
        responses: {
          200: {
            description: 'Events',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
        },
      },
    },
    '/login': {
      post: { operationId: 'login', tags: ['account'], summary: 'Sign in', responses: done },
    },
    '/account': {
      get: {
        operationId: 'showAccount',
        tags: ['account'],
        summary: 'Show my account',
        security: [{ token: [] }, { basic: [] }, { key: [] }, { session: [] }],
        responses: done,
      },
    },
  },
  components: {
    responses: {
      Problem: {
        description: 'Something is wrong',
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    },
    schemas: {
      Product,
      Problem: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          status: { type: 'integer', minimum: 400, maximum: 599 },
        },
      },
      Maker: named({ site: { type: 'string', format: 'uri' } }),
      Category: named({
        parent: ref('Category'),
        others: { type: 'array', items: ref('Category') },
      }),
      Book: named({ kind: { const: 'book' }, pages: { type: 'integer' } }),
      Toy: named({ kind: { const: 'toy' }, age: { not: { type: 'string' } } }),
    },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of the `team`.' },
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    },
  },
}
