import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MarketFixture, openMarketFixture } from '../../support/market/market-fixture.ts'

const charactersMax = 131_072

let fixture: MarketFixture

before(async () => {
  fixture = await openMarketFixture()
})
after(() => fixture[Symbol.asyncDispose]())

/** A script with a title, filled up to a length by a comment. */
function sourceOf(character: string, characters: number): string {
  const start = '//@version=5\nindicator("Long")\nplot(close)\n//'
  return start + character.repeat(characters - start.length)
}

/** JSON in ASCII only. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

describe('a long Pine source', () => {
  for (const [script, character, characters] of [
    ['Latin', 'x', charactersMax],
    ['Cyrillic', 'ж', charactersMax],
    ['Chinese', '漢', charactersMax],
    ['emoji', '😀', 65_536],
  ] as const) {
    it(`is accepted in ${script}, plain and escaped`, async () => {
      const body = { source: sourceOf(character, characters) }
      for (const payload of [JSON.stringify(body), escaped(body)]) {
        const { status, json, text } = await fixture.post('/v1/pine/title', payload)
        assert.equal(status, 200, text.slice(0, 300))
        assert.deepEqual([json.data.ok, json.data.title], [true, 'Long'])
      }
      const translated = await fixture.post('/v1/pine/translate', escaped({ ...body, version: 'v6' }))
      assert.equal(translated.status, 200, translated.text.slice(0, 300))
    })

    it(`is rejected in ${script} with one character too many`, async () => {
      const { status, json } = await fixture.post('/v1/pine/title', {
        source: sourceOf(character, charactersMax + 1),
      })
      assert.deepEqual(
        [status, json.error.code, json.error.details.parameter],
        [400, 'invalid_request', 'source'],
      )
    })
  }

  it('is rejected with 1 MB', async () => {
    const { status, json } = await fixture.post('/v1/pine/translate', { source: 'x'.repeat(1_000_000) })
    assert.deepEqual([status, json.error.code], [413, 'payload_too_large'])
  })
})

describe('the provider’s convert endpoint', () => {
  it('is used if the operator configures it, with the requested version', async () => {
    const address = 'https://pine-facade.tradingview.com/pine-facade/convert'
    await using converting = await openMarketFixture({ upstreams: [`PineFacade.TranslateSource=${address}`] })
    const source = '//@version=4\nstudy("Mean")\nplot(sma(close, 5))'
    for (const version of ['v5', 'v6']) {
      const { json, text } = await converting.post('/v1/pine/translate', { source, version })
      assert.equal(json.data?.ok, true, text)
      assert.match(json.data.source, new RegExp(`^//@version=${version.slice(1)}\\nindicator`))
    }
  })
})
