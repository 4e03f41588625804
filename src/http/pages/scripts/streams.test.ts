import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { priceChart } from './price-chart.ts'
import { quoteStream } from './quote-stream.ts'

describe('the stream of a quote', () => {
  it('changes the figures, and says when it is lost', () => {
    const cell = (field: string, format?: string) => ({
      dataset: { field, ...(format ? { format } : {}) },
      textContent: '' as string | null,
      className: '',
      style: { minWidth: '' },
    })
    const cells = [cell('last'), cell('change_percent', 'percent'), cell('volume', 'amount'), cell('bid')]
    const ownCells = cells.slice(0, 2)
    for (const each of ownCells) each.textContent = '9.50'
    const direction = cell('')
    const arrow = cell('')
    const status = cell('')
    const listeners = new Map<string, (event: { data?: unknown }) => void>()
    const stream = {
      readyState: 0,
      addEventListener: (event: string, listener: (event: { data?: unknown }) => void) =>
        void listeners.set(event, listener),
    }
    const section = {
      dataset: { quote: '../v1/stream', decimals: '2', zone: 'UTC' },
      querySelectorAll: (selector: string) =>
        ({
          '[data-field]:not([data-format=time])': ownCells,
          '[data-direction]': [direction],
          '[data-arrow]': [arrow],
        })[selector] ?? [],
      querySelector: () => status,
    }
    let opened = ''
    const openStream = (url: string) => {
      opened = url
      return stream as never
    }
    // Figures stand outside of the section, too.
    quoteStream({ querySelector: () => section, querySelectorAll: () => cells } as never, openStream, 'en-GB')
    assert.equal(opened, '../v1/stream')
    assert.deepEqual(
      cells.map(({ style }) => style.minWidth),
      ['3.5ch', '5.5ch', '', ''],
    )
    const quote = { last: 1234.5, change_percent: -1.256, volume: 5_400_000, bid: null }
    listeners.get('quote')?.({ data: JSON.stringify(quote) })
    assert.deepEqual(
      cells.map(({ textContent }) => textContent),
      ['1,234.50', '−1.26%', '5.40M', ''],
    )
    assert.deepEqual(
      [direction.className, arrow.textContent, status.textContent],
      ['bad', '▼', 'Updates by itself.'],
    )
    for (const change of [-0.004, 0, 0.004]) {
      listeners.get('quote')?.({ data: JSON.stringify({ change_percent: change }) })
      assert.deepEqual(
        [cells[1]?.textContent, direction.className, arrow.textContent],
        ['0.00%', '', ''],
        String(change),
      )
    }
    listeners.get('error')?.({})
    assert.match(status.textContent ?? '', /lost; connecting again/)
    stream.readyState = 2
    listeners.get('error')?.({})
    assert.match(status.textContent ?? '', /Load the page again/)
  })
})

describe('the chart of prices', () => {
  const bar = (time: string, close: number) => ({ time, open: 1, high: 3, low: 1, close, volume: 1500 })

  function open(
    dataset: Record<string, string>,
    answers: Record<string, unknown>,
    used: Promise<void> = Promise.resolve(),
  ) {
    const calls: [string, ...unknown[]][] = []
    const record =
      (name: string) =>
      (...values: unknown[]) =>
        void calls.push([name, ...values])
    const series = (name: string) => ({
      setData: record(`${name} data`),
      update: record(`${name} update`),
      applyOptions: () => {},
      priceScale: () => ({ applyOptions: () => {} }),
    })
    let move = (_: { time?: number }) => {}
    const keys: ((event: object) => void)[] = []
    const library = {
      CandlestickSeries: 'candles',
      HistogramSeries: 'volumes',
      LineSeries: 'line',
      PriceScaleMode: { Percentage: 2 },
      createChart: () => ({
        addSeries: (name: string) => series(name),
        applyOptions: record('options'),
        timeScale: () => ({ fitContent: () => {} }),
        subscribeCrosshairMove: (listener: typeof move) => {
          move = listener
        },
        setCrosshairPosition: record('crosshair'),
      }),
    }
    const drawing = {
      hidden: false,
      setAttribute: () => {
        drawing.hidden = true
      },
    }
    const reading = { textContent: '' }
    const frame = { setAttribute: () => {}, addEventListener: (_: string, key: never) => keys.push(key) }
    const plot = {
      children: [drawing],
      append: () => {},
      querySelector: () => ({ getAttribute: () => '2 bars' }),
    }
    const figure = {
      dataset: { history: '/bars', ...dataset },
      querySelector: (selector: string) => (selector === '.plot' ? plot : reading),
      querySelectorAll: () => [],
    }
    const listeners = new Map<string, (event: { data: string }) => void>()
    const done = priceChart(
      { querySelector: () => figure, createElement: () => frame, defaultView: null } as never,
      {
        untilUsed: () => used,
        loadLibrary: async () => library as never,
        readBars: async (url) => {
          if (!(url in answers)) throw new Error('refused')
          return answers[url] as never
        },
        openStream: () => ({ addEventListener: listeners.set.bind(listeners) }) as never,
        locale: 'en-GB',
        readColour: (name) => name,
      },
    )
    const send = (data: unknown) => listeners.get('bar')?.({ data: JSON.stringify(data) })
    const named = (name: string) => calls.filter(([each]) => each === name).map(([, value]) => value)
    return { done, drawing, reading, send, named, keys, move: (time: number) => move({ time }) }
  }

  const bars = [bar('2026-11-16T00:00:00Z', 2), bar('2026-11-17T00:00:00Z', 2.5)]
  const time = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

  it('takes the place of the drawing, and says the values of a bar', async () => {
    const { done, drawing, reading, named, move, keys } = open({}, { '/bars': bars })
    await done
    assert.ok(drawing.hidden)
    assert.equal((named('candles data')[0] as unknown[]).length, 2)
    assert.match(
      reading.textContent,
      /^17 Nov 2026 · Open 1.00 · High 3.00 · Low 1.00 · Close 2.50 · Volume 1.50K$/,
    )
    move(time('2026-11-16'))
    assert.match(reading.textContent, /^16 Nov 2026 .* Close 2.00/)
    keys[0]?.({ key: 'ArrowRight', preventDefault: () => {} })
    assert.match(reading.textContent, /^16 Nov 2026/, 'there is no bar after the last')
    keys[0]?.({ key: 'ArrowLeft', preventDefault: () => {} })
    assert.deepEqual(named('crosshair'), [2])
  })

  it('draws the newest bar again, then the next one, and no older one', async () => {
    const { done, send, named, reading } = open({ bars: '/stream' }, { '/bars': bars })
    await done
    send(bar('2026-11-17T00:00:00Z', 2.75))
    send(bar('2026-11-18T00:00:00Z', 2.8))
    send(bar('2026-11-16T00:00:00Z', 9))
    assert.deepEqual(
      named('candles update').map((each) => (each as { close: number }).close),
      [2.75, 2.8],
    )
    assert.match(reading.textContent, /^18 Nov 2026/)
  })

  it('waits for a reader who uses the page', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { done, drawing } = open({}, { '/bars': bars }, promise)
    await new Promise(setImmediate)
    assert.equal(drawing.hidden, false)
    resolve()
    await done
    assert.ok(drawing.hidden)
  })

  it('compares in percent, and at once', async () => {
    const nobody = new Promise<void>(() => {})
    const compared = { comparison: '/other', other: 'X' }
    const { done, named } = open(compared, { '/bars': bars, '/other': bars }, nobody)
    await done
    assert.deepEqual(named('line data'), [
      bars.map(({ close }, at) => ({ time: time(`2026-11-1${6 + at}`), value: close })),
    ])
    assert.ok(JSON.stringify(named('options')).includes('"mode":2'))
  })

  it('leaves the drawing of the server if the bars cannot be read', async () => {
    const { done, drawing } = open({}, {})
    await assert.rejects(done)
    assert.equal(drawing.hidden, false)
  })
})
