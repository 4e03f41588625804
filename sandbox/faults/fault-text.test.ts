import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultKinds, InvalidFault } from './fault.ts'
import { parseFaultText } from './fault-text.ts'

const right: readonly [text: string, fault: object][] = [
  ['gazette.sandbox=hang', { host: 'gazette.sandbox', kind: 'hang' }],
  [
    'gazette.sandbox/v1/notices=status:503,times:3',
    { host: 'gazette.sandbox', path: '/v1/notices', kind: 'status', status: 503, times: 3 },
  ],
  [
    '*/api/*=status:429,retry-after:30',
    { host: '*', path: '/api/*', kind: 'status', status: 429, retryAfterSeconds: 30 },
  ],
  ['a.sandbox/x?page=2=reset', { host: 'a.sandbox', path: '/x?page=2', kind: 'reset', when: 'before' }],
  ['a.sandbox=reset:body,chance:0.25', { host: 'a.sandbox', kind: 'reset', when: 'body', chance: 0.25 }],
  ['a.sandbox=latency:1500,after:2', { host: 'a.sandbox', kind: 'latency', ms: 1500, after: 2 }],
  ['a.sandbox=truncate:0.5', { host: 'a.sandbox', kind: 'truncate', share: 0.5 }],
  ['a.sandbox=shrink:0.1', { host: 'a.sandbox', kind: 'shrink', share: 0.1 }],
  ['a.sandbox=drip:64,every:100', { host: 'a.sandbox', kind: 'drip', bytes: 64, everyMs: 100 }],
  ['a.sandbox=wrong-shape', { host: 'a.sandbox', kind: 'wrong-shape' }],
  ['a.sandbox=html', { host: 'a.sandbox', kind: 'html' }],
  ['a.sandbox=lie', { host: 'a.sandbox', kind: 'lie' }],
  ['a.sandbox=empty,times:1', { host: 'a.sandbox', kind: 'empty', times: 1 }],
]

const wrong: readonly [text: string, message: RegExp][] = [
  ['', /must be HOST/],
  ['gazette.sandbox', /must be HOST/],
  ['=status:503', /must be HOST/],
  ['a.sandbox=', /kind: must be one of latency/],
  ['a.sandbox=explode', /kind: must be one of latency/],
  ['a.sandbox=status', /status: needs a value, as in status:1/],
  ['a.sandbox=status:five', /status: must be integer/],
  ['a.sandbox=status:42', /status: must be >= 200/],
  ['a.sandbox=html:1', /html: takes no value/],
  ['a.sandbox=html,often:1', /often: must be one of after, times, chance, retry-after, every/],
  ['a.sandbox=html,constructor:1', /constructor: must be one of/],
  ['a.sandbox=html,times', /times: needs a value/],
  ['a.sandbox=html,times:0', /times: must be >= 1/],
  ['a.sandbox=html,retry-after:1', /retry-after: unknown for this kind/],
  ['a.sandbox=drip:64,every:0', /every: must be >= 1/],
  ['a.sandbox=drip:64', /everyMs/],
]

describe('parseFaultText', () => {
  for (const [text, fault] of right) {
    it(`parses ${text}`, () => assert.deepEqual(parseFaultText(text), fault))
  }

  it('supports every kind', () => {
    const read = new Set(right.map(([text]) => parseFaultText(text).kind))
    assert.deepEqual([...read].sort(), Object.keys(faultKinds).sort())
  })

  for (const [text, message] of wrong) {
    it(`reports what is wrong with '${text}'`, () => {
      assert.throws(
        () => parseFaultText(text),
        (error) =>
          error instanceof InvalidFault &&
          error.message.startsWith(`fault '${text}': `) &&
          message.test(error.message),
      )
    })
  }
})
