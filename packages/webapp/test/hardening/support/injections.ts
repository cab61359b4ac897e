import type { Response } from '../../../src/types/v5/public.ts'

/** Every way by which a text of a program gets into the head of an answer. */
export const injections: Record<string, (res: Response, text: string) => unknown> = {
  set: (res, text) => res.set('X-A', text),
  'set a list': (res, text) => res.set('X-A', ['a', text]),
  'set an object': (res, text) => res.set({ 'X-A': text }),
  'a name': (res, text) => res.set(text, 'a'),
  header: (res, text) => res.header('X-A', text),
  append: (res, text) => res.append('X-A', text),
  type: (res, text) => res.type(text),
  'type with a slash': (res, text) => res.type(`text/${text}`),
  contentType: (res, text) => res.contentType(text),
  'value of a cookie': (res, text) => res.cookie('a', text),
  'name of a cookie': (res, text) => res.cookie(text, 'a'),
  'path of a cookie': (res, text) => res.cookie('a', 'b', { path: text }),
  'domain of a cookie': (res, text) => res.cookie('a', 'b', { domain: text }),
  'signed cookie': (res, text) => res.cookie('a', text, { signed: true }),
  clearCookie: (res, text) => res.clearCookie('a', { path: text }),
  attachment: (res, text) => res.attachment(text),
  'attachment with an extension': (res, text) => res.attachment(`${text}.html`),
  links: (res, text) => res.links({ next: text }),
  'relation of a link': (res, text) => res.links({ [text]: '/' }),
  location: (res, text) => res.location(text),
  vary: (res, text) => res.vary(text),
  statusMessage: (res, text) => {
    res.statusMessage = text
  },
  writeHead: (res, text) => res.writeHead(200, { 'X-A': text }),
  'reason of writeHead': (res, text) => res.writeHead(200, text),
}
