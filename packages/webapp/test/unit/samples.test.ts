import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBlocks } from '../../../../tools/samples/blocks.ts'
import { beginsAsShown, isShown, readCommands } from '../../../../tools/samples/commands.ts'
import { Page } from '../../../../tools/samples/page.ts'
import { checkSyntax } from '../../../../tools/samples/types.ts'

describe('blocks of a page', () => {
  it('have a language, attributes and the line of their fence', () => {
    const [block] = readBlocks(
      'a.md',
      '# A\n\n```js file=app.js norun="no database" {1,3}\nlet a\n```\n',
    )
    expect(block).toMatchObject({ page: 'a.md', line: 3, language: 'js', text: 'let a\n' })
    expect(block?.attributes).toEqual({ file: 'app.js', norun: 'no database' })
  })

  it('end at a fence of the same length, and may be indented', () => {
    const blocks = readBlocks('a.md', '````md\n```js\n```\n````\n  ```js\n  a\n    b\n  ```\n')
    expect(blocks.map(({ text }) => text)).toEqual(['```js\n```\n', 'a\n  b\n'])
  })

  it('follow the block before them, but not across a heading', () => {
    const blocks = readBlocks('a.md', '```js\n```\ntext\n```console\n```\n## B\n```console\n```\n')
    expect(blocks.map((block) => block.follows?.language)).toEqual([undefined, 'js', undefined])
  })
})

describe('commands of a console block', () => {
  it('have the lines below them as output', () => {
    const commands = readCommands(
      '$ node a.js &\n$ curl \\\n    localhost:3000/  # a note\nHello\n\nworld\n',
      10,
    )
    expect(commands).toEqual([
      { text: 'node a.js &', line: 11, output: undefined },
      { text: 'curl localhost:3000/', line: 12, output: 'Hello\n\nworld' },
    ])
  })
})

describe('output that a page shows', () => {
  it.each([
    ['hello', 'hello\n', true],
    ['hello', 'hello world', false],
    ['hello', 'Hello', false],
    ['a...c', 'abbbc', true],
    ['a...c', 'ab\nc', false],
    ['a\n...\nd', 'a\nb\nc\nd', true],
    ['a\n...\nd', 'a\nd', true],
    ['a\n...\nd', 'a\nb', false],
    ['a\n...', 'a', true],
    ['a\n...', 'a\nb\nc', true],
    ['a\n...', 'b\na', false],
    ['(1+1)*', '(1+1)*', true],
    ['a', 'a \r\n', true],
  ])('%j compared with %j: %j', (shown, actual, expected) => {
    expect(isShown(shown, actual)).toBe(expected)
  })

  it('may be the beginning of what a server writes', () => {
    expect(beginsAsShown('listening', 'listening\nGET /')).toBe(true)
    expect(beginsAsShown('listening', 'error')).toBe(false)
  })
})

describe('the programs of a page', () => {
  let folder: string
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-samples-test-')))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (name: string, markdown: string) => {
    return Page.run(readBlocks(`${name}.md`, markdown), join(folder, name))
  }

  it('run, and their servers get the requests', async () => {
    const { failures, passed } = await run(
      'right',
      `\`\`\`js file=app.js
import { createServer } from 'node:http'
createServer((req, res) => res.end(req.method + ' localhost:3000')).listen(3000, () => console.log('on 3000'))
\`\`\`
\`\`\`console
$ node app.js &
on ...
$ curl -X PUT http://127.0.0.1:3000/
PUT localhost:3000
\`\`\`
\`\`\`js file=other.js
console.log('done')
\`\`\`
`,
    )
    expect(failures).toEqual([])
    expect(passed).toBe(3)
  })

  it('fail with page, line and both outputs', async () => {
    const { failures } = await run(
      'wrong',
      "```js file=app.js\nconsole.log('one')\n```\n```console\n$ node app.js\ntwo\n```\n",
    )
    expect(failures).toMatchObject([{ page: 'wrong.md', line: 5 }])
    expect(failures[0]?.message).toMatch(/two[\s\S]*one/)
  })

  it('fail if a program that no command names fails', async () => {
    const { failures } = await run('broken', "```js file=app.js\nthrow new Error('broken')\n```\n")
    expect(failures).toMatchObject([{ page: 'broken.md', line: 1 }])
    expect(failures[0]?.message).toContain('broken')
  })

  it('fail with a command that the runner does not know', async () => {
    const { failures } = await run('unknown', '```console\n$ rm -r /nowhere\n```\n')
    expect(failures[0]?.message).toContain("'rm -r /nowhere'")
  })

  it('are left alone with norun', async () => {
    const { failures, passed } = await run('left', '```js file=a.js norun="why"\nthrow 1\n```\n')
    expect([failures.length, passed]).toEqual([0, 0])
  })
})

describe('JavaScript that is no program', () => {
  it('must be JavaScript', () => {
    const { failures, passed } = checkSyntax(
      readBlocks('a.md', '```js\na(\n```\n```js\nawait a()\n```\n'),
    )
    expect(passed).toBe(1)
    expect(failures).toMatchObject([{ page: 'a.md', line: 3 }])
  })
})
