import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'
import { readScript, titleOf } from './script.ts'
import { translate } from './translate.ts'

function translated(source: string, to: 4 | 5 | 6): string {
  const outcome = translate(source, to)
  assert.equal(outcome.errors, undefined, JSON.stringify(outcome.errors))
  return outcome.translation.source
}

function messages(source: string, to: 5 | 6 = 6): string[] {
  return translate(source, to).errors?.map(({ message }) => message) ?? []
}

describe('Pine titles', () => {
  it('are read from every declaration, by place or by name', () => {
    const titles: readonly [string, string | undefined][] = [
      ['//@version=5\nindicator("My Script Title")', 'My Script Title'],
      ['//@version=4\nstudy(title = "Named", shorttitle="N")', 'Named'],
      ["//@version=6\nstrategy(overlay = true, title = 'Single \\'quoted\\'')", "Single 'quoted'"],
      ['//@version=5\nlibrary("Lib")', 'Lib'],
      ['// indicator("not this")\n//@version=5\nindicator("this", "that")', 'this'],
      ['//@version=5\nindicator(name)', undefined],
      ['plot(close)', undefined],
    ]
    for (const [source, title] of titles) assert.equal(titleOf(readScript(source)), title, source)
  })
})

describe('Pine translation', () => {
  it('moves names to where they live in version 5', () => {
    assert.equal(
      translated(
        '//@version=4\nstudy("x", resolution="D")\nm = sma(close, 9)\nplot(max(m, abs(rsi(m, 14))), title=tostring(1))\nh = security(syminfo.tickerid, "D", close)\n',
        5,
      ),
      '//@version=5\nindicator("x", timeframe="D")\nm = ta.sma(close, 9)\nplot(math.max(m, math.abs(ta.rsi(m, 14))), title=str.tostring(1))\nh = request.security(syminfo.tickerid, "D", close)\n',
    )
  })

  it('gives inputs a type', () => {
    const inputs = translated(
      '//@version=4\nstudy("x")\na = input(14, type=input.integer, minval=1)\nb = input(type=input.resolution, defval="D")\nc = input(close)\nd = input(2.5, "f")\ne = input(true)\nf = input(defval="t")\ng = input(color.red)\nh = input(-3)\n',
      5,
    )
    assert.equal(
      inputs,
      '//@version=5\nindicator("x")\na = input.int(14, minval=1)\nb = input.timeframe( defval="D")\nc = input.source(close)\nd = input.float(2.5, "f")\ne = input.bool(true)\nf = input.string(defval="t")\ng = input.color(color.red)\nh = input.int(-3)\n',
    )
  })

  it('leaves texts, comments and names of the script alone', () => {
    const source = '//@version=4\nstudy("sma(close)") // sma(\nsma(x) => x * 2\nmax = 5\nplot(sma(max))\n'
    assert.equal(
      translated(source, 5),
      '//@version=5\nindicator("sma(close)") // sma(\nsma(x) => x * 2\nmax = 5\nplot(sma(max))\n',
    )
  })

  it('writes choices out, nested ones too', () => {
    assert.equal(
      translated('//@version=4\nstudy("x")\nplot(iff(close > open, iff(a, 1, 2), sma(close, 3)))', 5),
      '//@version=5\nindicator("x")\nplot((close > open ? (a ? 1 : 2) : ta.sma(close, 3)))',
    )
  })

  it('goes all the way from version 3 to 6, and tells what it took away', () => {
    const outcome = translate(
      '//@version=3\nstudy("x")\nplot(sma(close, n), color=red, style=histogram, transp=40)\n',
      6,
    )
    assert.ok(outcome.errors === undefined)
    assert.equal(
      outcome.translation.source,
      '//@version=6\nindicator("x")\nplot(ta.sma(close, bar_index), color=color.red, style=plot.style_histogram)\n',
    )
    assert.match(outcome.translation.warnings[0]?.message ?? '', /transp/)
    assert.equal(outcome.translation.from, 3)
  })

  it('changes nothing in a source of the version asked for', () => {
    const source = '//@version=6\nindicator("x")\nplot(ta.sma(close, 9))\n'
    assert.equal(translated(source, 6), source)
  })

  it('says where a source is wrong', () => {
    assert.deepEqual(messages('//@version=5\nindicator("x"\nplot(close)'), ["Missing ')' for '('"])
    assert.deepEqual(messages('//@version=5\nindicator("x)\n'), [
      'Mismatched quotes: the text is not closed on its line',
    ])
    assert.deepEqual(messages('//@version=5\nstudy("x")'), [
      "Could not find function or function reference 'study'",
    ])
    assert.match(messages('//@version=5\nplot(close)')[0] ?? '', /declaration/)
    assert.match(messages('//@version=9\nindicator("x")')[0] ?? '', /Unsupported version/)
    assert.match(messages('//@version=6\nindicator("x")', 5)[0] ?? '', /older version/)
    assert.match(messages('//@version=5\nindicator("x")\n§')[0] ?? '', /no viable alternative/)
    const [problem] = translate('//@version=5\nindicator("x")\nplot(close]', 6).errors ?? []
    assert.deepEqual([problem?.line, problem?.column], [3, 11])
  })

  it('reads what is large or deep without stumbling', () => {
    assert.deepEqual(messages(`//@version=5\nindicator("x")\n${'f('.repeat(5_000)}`), ['Too deeply nested'])
    const long = translated(`//@version=4\nstudy("x")\n${'a = sma(input(1), 2)\n'.repeat(4_000)}`, 5)
    assert.equal(long.split('ta.sma(input.int(1), 2)').length, 4_001)
  })
})

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

describe('Pine host', () => {
  it('lists built-ins by group', async () => {
    const sizes = []
    for (const group of ['standard', 'candlestick', 'fundamental', 'all']) {
      const { json } = await market.ask(`pine-facade/pine-facade/list?filter=${group}`)
      sizes.push(json.length)
      assert.ok(json.every(({ extra }: { extra: { isBuiltIn: boolean } }) => extra.isBuiltIn))
    }
    const [standard = 0, candles = 0, fundamental = 0, all] = sizes
    assert.ok(standard > 100 && candles >= 40 && fundamental > 150)
    assert.equal(all, standard + candles + fundamental)
    assert.deepEqual((await market.ask('pine-facade/pine-facade/list?filter=saved')).json, [])
    const missing = await market.ask('pine-facade/pine-facade/list')
    assert.deepEqual([missing.status, missing.text], [400, 'Argument filter is not given'])
  })

  it('has a source for every built-in, which it can read itself', async () => {
    const { json } = await market.ask('pine-facade/pine-facade/list?filter=all')
    assert.equal(
      new Set(json.map(({ scriptIdPart }: { scriptIdPart: string }) => scriptIdPart)).size,
      json.length,
    )
    for (const { scriptIdPart, scriptName, version } of json.slice(0, 60)) {
      const script = await market.ask(`pine-facade/pine-facade/get/${encodeURIComponent(scriptIdPart)}/last`)
      assert.deepEqual([script.status, script.json.version], [200, version], scriptIdPart)
      const title = await market.ask('pine-facade/pine-facade/parse_title', {
        form: { source: script.json.source },
      })
      assert.deepEqual(title.json, { success: true, result: scriptName })
    }
  })

  it('tells versions and who may read or write', async () => {
    const { json } = await market.ask('pine-facade/pine-facade/versions/STD%3BSMA/last')
    assert.equal(json.at(-1).version, '1.0')
    assert.equal((await market.ask('pine-facade/pine-facade/is_auth_to_get/STD%3BSMA/last')).text, 'true')
    assert.equal((await market.ask('pine-facade/pine-facade/is_auth_to_get/?pine_id=STD%3BSMA')).text, 'true')
    assert.equal((await market.ask('pine-facade/pine-facade/is_auth_to_get/STD%3BNOPE/last')).text, 'false')
    assert.equal((await market.ask('pine-facade/pine-facade/is_auth_to_write/STD%3BSMA')).text, 'false')
  })

  it('does not find what is not there, softly if asked', async () => {
    assert.equal((await market.ask('pine-facade/pine-facade/get/STD%3BNOPE/last')).status, 404)
    assert.equal((await market.ask('pine-facade/pine-facade/get/STD%3BSMA/999')).status, 404)
    const soft = await market.ask('pine-facade/pine-facade/get/STD%3BNOPE/last?no_4xx=true')
    assert.deepEqual([soft.status, soft.json.success], [200, false])
    const lie = await market.ask('pine-facade/pine-facade/translate/STD%3BNOPE/last')
    assert.deepEqual([lie.status, lie.json], [200, { success: false, reason: 'Script not found' }])
  })

  it('compiles a script to its inputs and plots', async () => {
    const { json } = await market.ask('pine-facade/pine-facade/translate/STD%3BRSI/last')
    const { metaInfo } = json.result
    assert.deepEqual([metaInfo.id, metaInfo.description], ['Script$STD;RSI@tv-scripting-101', 'RSI'])
    assert.deepEqual(
      [metaInfo.inputs[0].name, metaInfo.inputs[0].type, metaInfo.inputs[0].min],
      ['Length', 'integer', 1],
    )
    assert.deepEqual(metaInfo.plots, [{ id: 'plot_0', type: 'line', target: null }])
  })

  it('translates a source sent either way', async () => {
    const source = '//@version=4\nstudy("Größe")\nplot(sma(close, toString(3)))\n'
    const { json } = await market.ask('pine-facade/pine-facade/translate_source/v6?is_pine_ex=true', {
      form: { source },
    })
    assert.equal(json.success, true)
    assert.match(json.result.source, /^\/\/@version=6\nindicator\("Größe"\)\nplot\(ta\.sma\(/)
    const converted = await market.ask('pine-facade/pine-facade/convert', {
      form: { source, version_to: '5' },
    })
    assert.match(converted.json.source, /^\/\/@version=5/)
    const parts = ['--b', 'Content-Disposition: form-data; name="source"', '', source, '--b--', ''].join(
      '\r\n',
    )
    const title = await market.ask('pine-facade/pine-facade/parse_title', {
      body: parts,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    assert.deepEqual(title.json, { success: true, result: 'Größe' })
  })

  it('tells compile errors with status 200', async () => {
    const { status, json } = await market.ask('pine-facade/pine-facade/translate_source/v6', {
      form: { source: '//@version=5\nindicator("x"' },
    })
    assert.deepEqual([status, json.success, json.reason], [200, false, 'compile_error'])
    assert.deepEqual(json.reason2.errors[0].start, { line: 2, column: 10 })
    const lint = await market.ask('pine-facade/pine-facade/translate_light?v=3', {
      form: { source: 'plot(' },
    })
    assert.deepEqual([lint.json.success, lint.json.result.errors.length], [true, 1])
    assert.equal(
      (await market.ask('pine-facade/pine-facade/translate_source/v99', { form: { source: 'x' } })).status,
      400,
    )
    assert.equal(
      (await market.ask('pine-facade/pine-facade/parse_title', { form: { user_name: 'x' } })).json.success,
      false,
    )
  })
})
