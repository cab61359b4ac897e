import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const values = [
  undefined,
  'bytes=0-50',
  'bytes=0-0',
  'bytes=-5',
  'bytes=-0',
  'bytes=5-2',
  'bytes=9999-',
  'bytes=100-',
  'bytes=-',
  'bytes=a-b',
  'items=0-1',
  'bytes=0-50,60-100',
  'bytes=0-50,51-100',
  'bytes=60-100,0-50,40-70',
  'bytes=0-999',
  'bytes=-9999',
  'malformed',
  'bytes',
  'bytes=',
  '=0-1',
  'bytes=0-1,',
  'bytes=,0-1',
  'bytes= 0 - 1 ',
  'BYTES=0-1',
  'bytes=0-1,a-b',
  'bytes=9-8,2-3',
  'bytes=0-99999999999999999999',
  'bytes=1.5-3',
  'bytes=0x10-20',
  'bytes=0--5',
  '',
  'bytes=5',
  'bytes=1e1-20',
  'bytes=+1-2',
  'bytes=150-,0-1',
  'bytes=0-0,0-0,0-0',
]

export default family(
  'req.range',
  values.map((value) =>
    scenario(
      `of ${JSON.stringify(value) ?? 'nothing'}`,
      (express, probe) =>
        express().use((req, res) => {
          for (const size of [120, 0, 50, 1e9, Number.POSITIVE_INFINITY]) {
            probe.attempt(`range(${size})`, () => req.range(size))
            probe.attempt(`combined(${size})`, () => req.range(size, { combine: true }))
          }
          probe.attempt('no size', () => req.range())
          probe.attempt('string size', () => req.range('100'))
          probe.attempt('null options', () => req.range(120, null))
          res.end()
        }),
      [get('/', value === undefined ? {} : { headers: { Range: value } })],
    ),
  ),
)
