/** The schemas of validated bodies: `name` and numbered fields, all of them text. */

/** @param {number} keys */
function namesOf(keys) {
  return ['name', ...Array.from({ length: keys - 1 }, (_, index) => `field-${index}`)]
}

/** @param {number} keys */
export async function zodSchema(keys) {
  const { z } = await import('zod')
  return z.object(Object.fromEntries(namesOf(keys).map((name) => [name, z.string().min(1)])))
}

/** @param {number} keys */
export async function compiledSchema(keys) {
  const { Compile } = await import('typebox/compile')
  return Compile(/** @type {any} */ (jsonSchema(keys)))
}

/** @param {number} keys */
export function jsonSchema(keys) {
  const names = namesOf(keys)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])),
    required: names,
  }
}
