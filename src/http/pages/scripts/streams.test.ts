import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { barStream } from './bar-stream.ts'
import { quoteStream } from './quote-stream.ts'

describe('the stream of a quote', () => {
  it('changes the figures, and says when it is lost', () => {
    const cell = (field: string, format?: string) => ({
      dataset: { field, ...(format ? { format } : {}) },
      textContent: '' as string | null,
      className: '',
    })
    const cells = [cell('last'), cell('change_percent', 'percent'), cell('volume', 'amount'), cell('bid')]
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
        ({ '[data-field]': cells, '[data-direction]': [direction], '[data-arrow]': [arrow] })[selector] ?? [],
      querySelector: () => status,
    }
    let opened = ''
    const openStream = (url: string) => {
      opened = url
      return stream as never
    }
    quoteStream({ querySelector: () => section } as never, openStream)
    assert.equal(opened, '../v1/stream')
    const quote = { last: 1234.5, change_percent: -1.256, volume: 5_400_000, bid: null }
    listeners.get('quote')?.({ data: JSON.stringify(quote) })
    assert.deepEqual(
      cells.map(({ textContent }) => textContent),
      ['1,234.50', '−1.26%', '5.4M', ''],
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

describe('the stream of a chart', () => {
  function makeChart(time: string) {
    const shapes = new Map<string, Record<string, string>>()
    const querySelector = (selector: string) => {
      const shape = shapes.get(selector) ?? {}
      shapes.set(selector, shape)
      return {
        set textContent(text: string | null) {
          shape.text = text ?? ''
        },
        setAttribute: (name: string, value: string) => {
          shape[name] = value
        },
      }
    }
    const dataset = { bars: 'v1/stream/bars', low: '0', high: '100', height: '300', x: '90', time }
    const replacements: unknown[] = []
    return {
      shapes,
      dataset,
      querySelector,
      replacements,
      replaceWith: (next: unknown) => void replacements.push(next),
    }
  }

  type Chart = ReturnType<typeof makeChart>

  function open(answers: readonly (Chart | null)[] = [], isHidden = false) {
    const listeners = new Map<string, (event: { data?: unknown }) => void>()
    const chart = makeChart('2026-11-16T00:00:00Z')
    const loads = [...answers]
    let loaded = 0
    let nowMs = 0
    barStream(
      { hidden: isHidden, querySelector: () => chart } as never,
      () => ({ addEventListener: listeners.set.bind(listeners) }) as never,
      async () => {
        loaded++
        const answer = loads.shift()
        if (answer === undefined) throw new Error('offline')
        return answer as never
      },
      () => nowMs,
    )
    /** Returns when what the event started has ended. */
    const send = async (time: string, prices: readonly number[]) => {
      const [open, high, low, close] = prices
      listeners.get('bar')?.({ data: JSON.stringify({ time, open, high, low, close }) })
      await new Promise(setImmediate)
    }
    const wait = (ms: number) => {
      nowMs += ms
    }
    return { send, chart, loads: () => loaded, wait }
  }

  it('draws the newest candle again, and no other', async () => {
    const { send, chart, loads } = open()
    await send('2026-11-15T00:00:00.000Z', [1, 2, 0, 1])
    assert.equal(chart.shapes.size, 0)
    await send('2026-11-16T00:00:00.000Z', [50, 80, 20, 60])
    assert.deepEqual(chart.shapes.get('[data-wick]'), { d: 'M95 60V120M95 150V240', class: 'up' })
    assert.deepEqual(chart.shapes.get('[data-body]'), { d: 'M91.5 120h7V150h-7z', class: 'up body' })
    await send('2026-11-16T00:00:00.000Z', [50, 80, 20, 40])
    assert.equal(chart.shapes.get('[data-body]')?.class, 'down body')
    assert.equal(loads(), 0)
  })

  it('loads the chart when the next bar has begun, and goes on with it', async () => {
    const next = makeChart('2026-11-17T00:00:00Z')
    const { send, chart } = open([next])
    await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 60])
    assert.deepEqual(chart.replacements, [next])
    await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 40])
    assert.equal(next.shapes.get('[data-body]')?.class, 'down body')
    assert.equal(chart.shapes.size, 0)
  })

  it('says that the next bar has begun while the server has none, and waits before it asks again', async () => {
    for (const answers of [[], [null], [makeChart('2026-11-16T00:00:00Z')]]) {
      const { send, chart, loads } = open(answers)
      await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 60])
      await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 61])
      assert.match(chart.shapes.get('[data-chart-status]')?.text ?? '', /next bar has begun/)
      assert.deepEqual(chart.replacements, [])
      assert.equal(loads(), 1)
    }
  })

  it('loads the chart less and less often while the bar of the stream is missing, then no more', async () => {
    for (const time of ['2026-11-16T00:00:00Z', '2026-11-16T12:00:00Z']) {
      const { send, chart, loads, wait } = open(Array.from({ length: 100 }, () => makeChart(time)))
      const loadedAt: number[] = []
      for (let second = 0; second < 3600; second++) {
        const before = loads()
        await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 60])
        if (loads() > before) loadedAt.push(second)
        wait(1000)
      }
      assert.deepEqual(loadedAt, [0, 15, 45, 105, 225])
      const [shown = chart] = chart.replacements as Chart[]
      assert.match(shown.shapes.get('[data-chart-status]')?.text ?? '', /Load the page again/)
    }
  })

  it('loads the chart at once for the next bar, once it has caught up', async () => {
    const { send, loads, wait } = open([
      ...[null, null, null],
      makeChart('2026-11-17T00:00:00Z'),
      makeChart('2026-11-18T00:00:00Z'),
    ])
    for (const seconds of [15, 30, 60, 15]) {
      await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 60])
      wait(seconds * 1000)
    }
    assert.equal(loads(), 4)
    await send('2026-11-18T00:00:00.000Z', [50, 80, 20, 60])
    assert.equal(loads(), 5)
  })

  it('loads nothing while nobody sees the page', async () => {
    const { send, loads } = open([makeChart('2026-11-17T00:00:00Z')], true)
    await send('2026-11-17T00:00:00.000Z', [50, 80, 20, 60])
    assert.equal(loads(), 0)
  })
})
