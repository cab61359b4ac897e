import { metrics } from '@opentelemetry/api'
import type { Histogram } from '@opentelemetry/sdk-metrics'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { expect, it, onTestFinished } from 'vitest'
import { instrumentation } from '../../src/otel.ts'
import { describeDialects } from '../support/dialects.ts'
import { Recorder } from './recorder.ts'

describeDialects('http.server.request.duration', ['5.x', '4.x', '3.x'], (t) => {
  it('is recorded for each request, by route, method and status', async () => {
    const recorder = new Recorder()
    t.app.set('env', 'test')
    t.app.get('/users/:id', (_req, res) => void res.send('x'))
    t.app.get('/fails', () => {
      throw new RangeError('lost')
    })
    for (const path of ['/users/1', '/users/2', '/fails', '/none']) await t.request(path)
    await recorder.spans(4)
    const points = await recorder.points('http.server.request.duration')
    const usual = {
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
    }
    expect(points.map(({ attributes }) => attributes)).toEqual([
      { ...usual, 'http.route': '/users/:id', 'http.response.status_code': 200 },
      {
        ...usual,
        'http.route': '/fails',
        'http.response.status_code': 500,
        'error.type': 'RangeError',
      },
      { ...usual, 'http.response.status_code': 404 },
    ])
    const [{ count, sum, buckets } = never()] = points.map(({ value }) => value as Histogram)
    expect(count).toBe(2)
    expect(sum).toBeLessThan(60)
    expect(buckets.boundaries).toEqual([
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
    ])
  })
})

describeDialects('http.server.active_requests', ['5.x', '4.x', '3.x'], (t) => {
  it('counts the requests in flight', async () => {
    const recorder = new Recorder()
    const active = async () => {
      const points = await recorder.points('http.server.active_requests')
      return points.map(({ value, attributes }) => [value, attributes])
    }
    let finish = () => {}
    const isReached = new Promise<void>((resolve) => {
      t.app.get('/', (_req, res) => {
        finish = () => void res.send('x')
        resolve()
      })
    })
    const answer = t.request('/')
    await isReached
    const attributes = { 'http.request.method': 'GET', 'url.scheme': 'http' }
    expect(await active()).toEqual([[1, attributes]])
    finish()
    await answer
    await recorder.spans()
    expect(await active()).toEqual([[0, attributes]])
  })
})

describeDialects('the global provider of metrics', ['5.x'], (t) => {
  it('may be set after the first requests', async () => {
    const recording = instrumentation()
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter })
    const provider = new MeterProvider({ readers: [reader] })
    onTestFinished(async () => {
      recording.disable()
      metrics.disable()
      await provider.shutdown()
    })
    t.app.get('/', (_req, res) => void res.send('x'))
    await t.request('/')
    metrics.setGlobalMeterProvider(provider)
    await t.request('/')
    const names = async () => {
      await reader.forceFlush()
      const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)
      return found.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name))
    }
    await expect.poll(names).toContain('http.server.request.duration')
  })
})

function never(): never {
  throw new Error('there is a point')
}
