/** Sends a body that is JSON already, as `res.json` sends one that it has written. */
export type SendJsonText = (res: object, text: string) => unknown

/** Where `res.json` of a dialect keeps this function. A function that replaces it has none. */
export const kSendJsonText = Symbol.for('webapp.response.json-text')
