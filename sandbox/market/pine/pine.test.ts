import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

const path = 'pine-facade/pine-facade'

describe('Pine host', () => {
  it('lists built-ins by group', async () => {
    const sizes: number[] = []
    for (const group of ['standard', 'candlestick', 'fundamental', 'all']) {
      sizes.push((await market.ask(`${path}/list?filter=${group}`)).json.length)
    }
    assert.equal(
      sizes[3],
      sizes.slice(0, 3).reduce((sum, size) => sum + size),
    )
    assert.equal((await market.ask(`${path}/list`)).status, 400)
  })

  it('returns a source whose title is the name of the script', async () => {
    const { json } = await market.ask(`${path}/get/STD%3BSMA/last`)
    const title = await market.ask(`${path}/parse_title`, { form: { source: json.source } })
    assert.deepEqual(title.json, { success: true, result: json.scriptName })
    assert.equal((await market.ask(`${path}/get/STD%3BNOPE/last`)).status, 404)
    assert.equal((await market.ask(`${path}/is_auth_to_get/STD%3BSMA/last`)).json, true)
    assert.equal((await market.ask(`${path}/is_auth_to_get/STD%3BNOPE/last`)).json, false)
  })

  it('rewrites the version of a source, and reports an error with status 200', async () => {
    const source = '//@version=4\nstudy("Größe")\nplot(close)\n'
    const { json } = await market.ask(`${path}/translate_source/v6`, { form: { source } })
    assert.equal(json.result.source, '//@version=6\nindicator("Größe")\nplot(close)\n')
    assert.equal(json.result.metaInfo.description, 'Größe')
    const broken = await market.ask(`${path}/translate_source/v6`, { form: { source: 'indicator("x"' } })
    assert.deepEqual([broken.status, broken.json.reason], [200, 'compile_error'])
  })
})
