import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { random } from '../../../../sandbox/random.ts'
import { isFailure } from '../../../core/errors.ts'
import { splitList } from './split-list.ts'

async function partsOf(json: string, name: string | undefined, sizes: () => number) {
  const chunks = async function* () {
    for (let at = 0; at < json.length; ) {
      const end = at + sizes()
      yield json.slice(at, end)
      at = end
    }
  }
  return await Array.fromAsync(splitList(chunks(), name))
}

const hard = ['"', '\\', '\\"', ']', '[', '{"jobs":[1]}', '\u2028', ',', '', '\n', '\\\\', '"jobs":[']

describe('a list in parts', () => {
  it('has the same rows for every split and every content', async () => {
    for (let turn = 0; turn < 200; turn++) {
      const chance = random('list parts', turn)
      const rows = Array.from({ length: chance.int(0, 12) }, () =>
        chance.pick([
          chance.pick(hard),
          chance.int(0, 9),
          { [chance.pick(hard)]: [chance.pick(hard), [chance.pick(hard)]], id: null },
          [[], {}],
        ]),
      )
      const whole = {
        before: [hard],
        inner: { jobs: [1, 2] },
        jobs: rows,
        'jobs ': [3],
        after: chance.pick(hard),
      }
      for (const [value, name] of [
        [whole, 'jobs'],
        [rows, undefined],
      ] as const) {
        const json = JSON.stringify(value, undefined, chance.int(0, 2))
        const parts = await partsOf(json, name, () => chance.int(1, 30))
        const frame = JSON.parse(parts.at(-1)?.json ?? '')
        assert.equal(parts.at(-1)?.type, 'frame')
        assert.deepEqual(
          parts.slice(0, -1).flatMap((part) => JSON.parse(part.json)),
          rows,
        )
        assert.deepEqual(frame, name === undefined ? [] : { ...whole, jobs: [] })
      }
    }
  })

  it('is split into parts of a few megabytes', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ at, text: 'x'.repeat(200_000) }))
    const parts = await partsOf(JSON.stringify(rows), undefined, () => 65_536)
    assert.ok(parts.length >= 4 && parts.every(({ json }) => json.length < 3_000_000))
    assert.deepEqual(
      parts.slice(0, -1).flatMap((part) => JSON.parse(part.json)),
      rows,
    )
  })

  for (const [what, json] of [
    ['breaks off in a row', '{"jobs":[{"id":1},{"id"'],
    ['breaks off after its rows', '{"jobs":[{"id":1}]'],
    ['is not there', '{"other":[1]}'],
    ['is a page instead', '<html>sorry</html>'],
    ['is nothing', ''],
  ] as const) {
    it(`is rejected if it ${what}`, async () => {
      await assert.rejects(
        partsOf(json, 'jobs', () => 5),
        (error) => isFailure(error, 'upstream_changed'),
      )
    })
  }

  it('is rejected if a single row is too large', async () => {
    const endless = async function* () {
      yield '["'
      for (;;) yield 'x'.repeat(1_000_000)
    }
    await assert.rejects(Array.fromAsync(splitList(endless(), undefined)), (error) =>
      isFailure(error, 'upstream_changed'),
    )
  })
})
