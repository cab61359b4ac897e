import { expect, it } from 'vitest'
import { type Answer, ask, headerOf, type Question } from './answer.ts'
import { type Place, type Program, runTwoWays } from './two-ways.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

const posts = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  title: `post ${index + 1}`,
  author: index % 2 ? 'ada' : 'grace',
  views: index * 10,
}))

const database = {
  posts,
  comments: [
    { id: 1, body: 'first', postId: 1 },
    { id: 2, body: 'second', postId: 1 },
  ],
  profile: { name: 'a test' },
}

function prepare({ folder, port }: Place): Program {
  writeFiles(folder, {
    'public/index.html': '<!doctype html><title>Home</title>',
    'public/style.css': 'body { color: green }',
    'db.json': JSON.stringify(database),
    'routes.json': JSON.stringify({ '/api/*': '/$1' }),
  })
  return {
    script: 'json-server/lib/cli/bin.js',
    args: ['db.json', '--routes', 'routes.json', '--host', '127.0.0.1', '--port', `${port}`],
    ready: `http://127.0.0.1:${port}/profile`,
  }
}

const reads = [
  '/',
  '/style.css',
  '/nothing',
  '/db',
  '/posts/1',
  '/posts/99',
  '/profile',
  '/api/posts/2',
  '/posts?author=ada&views_gte=100',
  '/posts?title_like=1[0-3]&_sort=views&_order=desc',
  '/posts?q=post 2',
  '/posts?_page=2&_limit=5',
  '/posts?_start=20&_end=22',
  '/posts?id=1&id=3',
  '/posts/1?_embed=comments',
  '/comments?_expand=post',
  '/posts/1/comments',
  '/posts?_limit=1&callback=show',
]

async function scenario({ origin }: Place): Promise<Answer[]> {
  const seen: Answer[] = []
  const step = async (path: string, question?: Question) => {
    const answer = await ask(origin, path, question)
    seen.push(answer)
    return answer
  }
  for (const path of reads) await step(path)
  const etag = headerOf(await step('/posts/3'), 'etag') ?? ''
  await step('/posts/3', { headers: { 'if-none-match': etag } })
  await step('/posts', { method: 'OPTIONS', headers: { origin: 'http://other.test' } })
  await step('/posts', { method: 'HEAD' })
  await step('/posts', { headers: { 'accept-encoding': 'gzip' } })
  await step('/posts', { method: 'POST', json: { title: 'new', author: 'ada' } })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await step('/posts', { method: 'POST', headers: form, body: 'title=a+form' })
  const broken = { 'content-type': 'application/json' }
  await step('/posts', { method: 'POST', headers: broken, body: '{' })
  await step('/posts/26', { method: 'PUT', json: { title: 'replaced' } })
  await step('/posts/26', { method: 'PATCH', json: { author: 'grace' } })
  await step('/posts/1', { method: 'DELETE' })
  await step('/posts/1', { method: 'DELETE' })
  await step('/comments')
  await step('/profile', { method: 'PATCH', json: { age: 1 } })
  return seen
}

it('json-server gives the same answers', async () => {
  const { original, ours, redirected } = await runTwoWays(prepare, scenario)
  expect(ours).toEqual(original)
  expect(original.map(({ status }) => status)).toEqual(
    expect.arrayContaining([200, 201, 204, 304, 400, 404]),
  )
  expect(redirected).toEqual(['json-server: webapp/v4'])
})

it('json-server --watch starts again when its file changes', async () => {
  const { original, ours } = await runTwoWays((place) => {
    const { args, ...program } = prepare(place)
    return { ...program, args: [...args, '--watch'] }
  }, edit)
  expect(ours).toEqual(original)
  expect(original.body).toContain('edited')
})

/** Changes the file, and asks until the answer has changed too. */
async function edit({ origin, folder }: Place): Promise<Answer> {
  const profile = { name: 'edited' }
  writeFiles(folder, { 'db.json': JSON.stringify({ ...database, profile }) })
  await until(async () => {
    const answer = await ask(origin, '/profile').catch(() => undefined)
    return answer?.body.includes('edited') === true
  })
  return ask(origin, '/profile')
}
