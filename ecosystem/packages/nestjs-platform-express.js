import 'reflect-metadata'
import assert from 'node:assert/strict'
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpCode,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  UploadedFile,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ExpressAdapter, FileInterceptor } from '@nestjs/platform-express'

class CatsController {
  list(page) {
    return { page, cats: [] }
  }

  one(id) {
    return `cat ${id}`
  }

  create(body) {
    return { ...body, id: 1 }
  }

  moved() {}

  async raw(req, res) {
    res.status(202).json({ path: req.path, route: typeof req.route.path })
  }

  secret() {
    return 'secret'
  }

  upload(file) {
    return { name: file.originalname, size: file.size }
  }

  fails() {
    throw new ForbiddenException('not you')
  }
}

class NobodyPasses {
  canActivate() {
    return false
  }
}

// What the syntax of TypeScript would write as decorators.
Controller('cats')(CatsController)
decorate('list', [Get()], [Query('page')])
decorate('one', [Get(':id'), Header('X-Kind', 'cat')], [Param('id', ParseIntPipe)])
decorate('create', [Post(), HttpCode(201)], [Body()])
decorate('moved', [Get('moved/away'), Redirect('/cats', 301)], [])
decorate('raw', [Get('raw/answer')], [Req(), Res()])
decorate('secret', [Get('secret/door'), UseGuards(NobodyPasses)], [])
decorate('upload', [Post('photo'), UseInterceptors(FileInterceptor('photo'))], [UploadedFile()])
decorate('fails', [Get('fails/always')], [])

class Site {
  configure(consumer) {
    const stamp = (req, res, next) => {
      res.setHeader('X-Stamp', req.originalUrl)
      next()
    }
    consumer.apply(stamp).forRoutes('cats/*rest')
  }
}
Module({ controllers: [CatsController] })(Site)

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@nestjs/platform-express',
  dialects: ['5.x'],
  leftOut: { '4.x': 'It is written for Express 5.' },

  async create(express, { note }) {
    const site = await NestFactory.create(Site, new ExpressAdapter(express()), { logger: false })
    site.enableCors({ origin: 'http://a.test' })
    site.enableShutdownHooks()
    site.useStaticAssets(new URL('../fixtures/site', import.meta.url).pathname, {
      prefix: '/files',
    })
    await site.init()
    note(site.getHttpAdapter().getType())
    return site.getHttpAdapter().getInstance()
  },

  async visit(client) {
    const list = await client.get('/cats?page=2')
    assert.deepEqual(list.json, { page: '2', cats: [] })
    assert.equal(list.headers['access-control-allow-origin'], 'http://a.test')
    const one = await client.get('/cats/7')
    assert.equal(one.text, 'cat 7')
    assert.equal(one.headers['x-kind'], 'cat')
    assert.equal(one.headers['x-stamp'], '/cats/7')
    assert.equal((await client.get('/cats/x')).status, 400)
    const made = await client.post('/cats', { json: { name: 'tom' } })
    assert.deepEqual([made.status, made.json], [201, { name: 'tom', id: 1 }])
    assert.deepEqual((await client.post('/cats', { form: { a: '1' } })).json, { a: '1', id: 1 })
    assert.equal((await client.get('/cats/moved/away')).headers.location, '/cats')
    assert.deepEqual((await client.get('/cats/raw/answer')).json, {
      path: '/cats/raw/answer',
      route: 'string',
    })
    assert.equal((await client.get('/cats/secret/door')).status, 403)
    const photo = new FormData()
    photo.append('photo', new Blob(['12345']), 'p.txt')
    assert.deepEqual((await client.post('/cats/photo', { multipart: photo })).json, {
      name: 'p.txt',
      size: 5,
    })
    assert.equal((await client.get('/cats/fails/always')).json.message, 'not you')
    assert.equal((await client.get('/none')).json.message, 'Cannot GET /none')
    assert.match((await client.get('/files/long.txt')).text, /^a line of text/)
    const broken = { headers: { 'Content-Type': 'application/json' }, body: '{' }
    assert.equal((await client.post('/cats', broken)).status, 400)
  },
}

function decorate(name, ofMethod, ofParameters) {
  const { prototype } = CatsController
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
  for (const [index, mark] of ofParameters.entries()) mark(prototype, name, index)
  for (const mark of ofMethod) mark(prototype, name, descriptor)
}
