/** All streams of a client share one socket, which none of them can spoil for the others. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { openFaultyMarket } from '../../../test/support/market/faulty-market.ts'
import { openIdentityFixture } from '../../../test/support/server/identity-fixture.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { Broadsheet, MarketCallError } from '../src/index.ts'
import { barEvent, barPage, FakeServer, quoteEvent, series, until } from './support/fake-server.ts'

const deadline = { timeout: 600_000 }

function isRefusedWith(code: string) {
  return (error: unknown) => error instanceof MarketCallError && error.reason === code
}

describe('the streams of a client', deadline, () => {
  it('share a socket: what several read is subscribed to once, until the last of them ends; then the socket closes', async () => {
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      if (message.op !== 'subscribe') return
      if (message.channel === 'bars') connection.send(barEvent(1))
      else for (const symbol of message.symbols ?? []) connection.send(quoteEvent(symbol, 5))
    })
    server.setPages(barPage(0))
    const { streams } = server.client()
    const first = streams.quotes(['X:A', 'X:B'])
    await first.next()
    await first.next()
    const second = streams.quotes(['x:a', 'X:C'])
    // The quote that the first has read before, then a new one.
    const values = [(await second.next()).value, (await second.next()).value]
    assert.deepEqual(
      values.map((quote) => quote?.ok && [quote.symbol, quote.last]),
      [
        ['x:a', 5],
        ['X:C', 5],
      ],
    )
    const options = { count: 1, session: 'extended', adjustment: 'dividends' } as const
    const bars = streams.bars('X:A', '1', options)
    await bars.next()
    const [connection] = server.connections
    await until(() => connection?.messages.length === 3)
    const { ref: _, ...subscription } = connection?.messages[2] ?? { ref: '' }
    assert.deepEqual(subscription, {
      op: 'subscribe',
      channel: 'bars',
      symbols: ['X:A'],
      resolution: '1',
      adjustment: 'dividends',
      session: 'extended',
      count: 500,
    })
    await first.return()
    second.remove('X:C')
    await until(() => connection?.messagesOf('unsubscribe').length === 2)
    assert.deepEqual(
      [...(connection?.messagesOf('subscribe') ?? []), ...(connection?.messagesOf('unsubscribe') ?? [])].map(
        ({ symbols }) => symbols,
      ),
      [['X:A', 'X:B'], ['X:C'], ['X:A'], ['X:B'], ['X:C']],
    )
    assert.equal(server.openCount, 1)
    await second.return()
    await bars.return()
    await until(() => server.openCount === 0)
    assert.equal(streams.state, 'closed')
    const later = streams.quotes('X:A')
    await later.next()
    assert.equal(server.connections.length, 2)
    streams.close()
    await until(() => server.openCount === 0)
    assert.equal((await later.next()).done, true)
  })

  it('that are read slowly get the newest state, and hold up no other', async () => {
    const count = 5000
    await using server = await FakeServer.start((message, connection) => connection.accept(message))
    const { streams } = server.client()
    const slow = streams.quotes('X:A')
    const fast = streams.quotes('X:B')
    const firsts = [slow.next(), fast.next()]
    await until(() => server.connections[0]?.messages.length === 2)
    const [connection] = server.connections
    connection?.send(quoteEvent('X:A', 0), quoteEvent('X:B', 0))
    await Promise.all(firsts)
    // Nobody reads the first one meanwhile.
    for (let at = 1; at <= count; at += 1) connection?.send(quoteEvent('X:A', at))
    connection?.send(quoteEvent('X:B', 1))
    const other = (await fast.next()).value
    assert.equal(other?.ok && other.last, 1)
    const { value } = await slow.next()
    assert.equal(value?.ok && value.last, count)
    streams.close()
  })

  it('have up to 16 messages without a response at once', async () => {
    await using server = await FakeServer.start(() => {})
    const { streams } = server.client()
    for (let at = 0; at < 40; at += 1) void streams.quotes(`X:S${at}`).next()
    await until(() => server.connections[0]?.messages.length === 16)
    const [connection] = server.connections
    for (const message of [...(connection?.messages ?? [])]) connection?.accept(message)
    await until(() => connection?.messages.length === 32)
    streams.close()
  })

  it('name up to 500 symbols per message, also on the next connection', async () => {
    await using server = await FakeServer.start((message, connection) => connection.accept(message))
    const { streams } = server.client()
    const symbols = Array.from({ length: 501 }, (_, at) => `X:S${at}`)
    const other = streams.quotes('X:A')
    void other.next()
    const many = streams.quotes(symbols.slice(0, 300))
    void many.next()
    many.add(...symbols.slice(300))
    const countsOf = (op: string) =>
      server.connections
        .at(-1)
        ?.messagesOf(op)
        .map((message) => message.symbols?.length)
    await until(() => server.connections[0]?.messages.length === 3)
    server.connections[0]?.socket.terminate()
    await until(() => server.connections[1]?.messages.length === 3)
    assert.deepEqual(countsOf('subscribe'), [1, 500, 1])
    await many.return()
    await until(() => server.connections[1]?.messages.length === 5)
    assert.deepEqual(countsOf('unsubscribe'), [500, 1])
    streams.close()
  })

  it('ignore events that they do not know', async () => {
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      for (const data of [{ text: 'later' }, { symbol: 'X:A' }]) connection.send({ event: 'notice', data })
      connection.send(quoteEvent('X:A', 5))
    })
    const { streams } = server.client()
    const { value } = await streams.quotes('X:A').next()
    assert.equal(value?.ok && value.last, 5)
    streams.close()
  })

  it('end alone if their subscription is refused; one that is refused for a while is requested again', async () => {
    let refusals = 0
    await using server = await FakeServer.start((message, connection) => {
      if (message.symbols?.includes('wrong')) return connection.refuse(message, 'invalid_request', false)
      if (message.symbols?.includes('X:B') && refusals++ === 0)
        return connection.refuse(message, 'rate_limited', true)
      connection.accept(message)
      for (const symbol of message.symbols ?? []) connection.send(quoteEvent(symbol, 5))
    })
    const { streams } = server.client()
    const states: unknown[] = []
    streams.onStateChange(({ state, error }) => states.push([state, (error as MarketCallError)?.reason]))
    const wrong = streams.quotes(['X:A', 'wrong'])
    const right = streams.quotes(['X:A'])
    const limited = streams.quotes(['X:B'])
    const [refused, quote, late] = await Promise.allSettled([wrong.next(), right.next(), limited.next()])
    assert.ok(refused.status === 'rejected' && isRefusedWith('invalid_request')(refused.reason))
    assert.equal(quote.status === 'fulfilled' && quote.value.value?.symbol, 'X:A')
    assert.equal(late.status === 'fulfilled' && late.value.value?.symbol, 'X:B')
    assert.deepEqual(states, [
      ['connecting', undefined],
      ['connected', undefined],
      ['waiting', 'rate_limited'],
      ['connected', undefined],
    ])
    streams.close()
  })

  it('that are refused together wait and count once, as long as the server asks any of them', async () => {
    let attempts = 0
    await using server = await FakeServer.start((message, connection) => {
      const symbol = message.symbols?.[0] ?? ''
      if (symbol === 'X:D') return connection.accept(message)
      attempts += 1
      // Twice all three, then the second one.
      if (attempts <= 6 || attempts === 8)
        connection.refuse(message, 'rate_limited', true, attempts === 3 ? 4 : undefined)
      else connection.accept(message)
      // When it has come, the responses before it have been read.
      if (attempts % 3 === 0 || attempts === 10) connection.send(quoteEvent('X:D', attempts))
    })
    const clock = new FakeClock()
    const { streams } = server.client({ clock })
    const states: unknown[] = []
    streams.onStateChange(({ state, retryInMs }) => states.push([state, retryInMs]))
    const others = streams.quotes('X:D')
    const readAttempts = async () => {
      const { value } = await others.next()
      return value?.ok && value.last
    }
    for (const symbol of ['X:A', 'X:B', 'X:C']) void streams.quotes(symbol).next()
    assert.equal(await readAttempts(), 3)
    for (const [ms, count] of [
      [4000, 6],
      [500, 9],
      [250, 10],
    ] as const) {
      clock.advance(ms - 1)
      await nextTurn()
      assert.equal(attempts, count < 10 ? count - 3 : 9)
      clock.advance(1)
      assert.equal(await readAttempts(), count)
    }
    assert.deepEqual(states, [
      ['connecting', undefined],
      ['connected', undefined],
      ['waiting', 250],
      ['connected', undefined],
      ['waiting', 250],
      ['connected', undefined],
    ])
    streams.close()
  })

  it('end with the reason if the server ends them for good, and connect again if it is for a while', async () => {
    await using server = await FakeServer.start((message, connection, number) => {
      if (message.op === 'authenticate') return connection.accept(message)
      const error = { code: number === 1 ? 'overloaded' : 'unauthenticated', message: 'no' }
      connection.send({ event: 'error', data: { error, retry: number === 1 } })
      connection.socket.close()
    })
    const { streams } = server.client({ key: 'k' })
    const all = [streams.quotes('X:A').next(), streams.quotes('X:B').next()]
    for (const next of all) await assert.rejects(next, isRefusedWith('unauthenticated'))
    assert.equal(server.connections.length, 2)
    assert.deepEqual(
      server.connections.map(({ messages: [first] }) => [first?.op, first?.key]),
      [
        ['authenticate', 'k'],
        ['authenticate', 'k'],
      ],
    )
    assert.equal(streams.state, 'closed')
  })

  it('end if the bars of their symbol fail for good, not if for a while', async () => {
    const error = { code: 'upstream_refused', message: 'not these bars' }
    await using server = await FakeServer.start((message, connection) => {
      connection.accept(message)
      if (message.op === 'subscribe')
        connection.send({ event: 'error', data: { ...series, error, retry: true } })
    })
    server.setPages(barPage(0))
    const { streams } = server.client()
    const states: string[] = []
    streams.onStateChange(({ state }) => states.push(state))
    const bars = streams.bars('X:A', '1', { count: 1 })
    await bars.next()
    await until(() => server.connections[0]?.messages.length === 1)
    server.connections[0]?.send({ event: 'error', data: { ...series, error, retry: false } })
    await assert.rejects(bars.next(), /not these bars/)
    await until(() => states.at(-1) === 'closed')
  })
})

for (const engine of testEngines) {
  describe(`${engine.name}: the credential of a client`, { ...deadline, skip: engine.skip }, () => {
    it('is its first message, of a key or of a token; a wrong one ends its streams', async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore()
      await using accounts = await openIdentityFixture({ store })
      await using market = await openFaultyMarket(
        { onConnection: (visitor) => visitor.quotes(new Map([['X:A', 1]])) },
        { accessControl: accounts.identity.accessControl },
      )
      const { token, key, keyId } = await accounts.signIn('reader@example.org')
      const services = { market: market.fixture.origin }
      for (const credentials of [{ key }, { token }]) {
        const quotes = new Broadsheet({ services, ...credentials }).streams.quotes('X:A')
        const { value } = await quotes.next()
        assert.equal(value?.ok && value.last, 1)
        await quotes.return()
      }
      const headers = { authorization: `Bearer ${token}` }
      const { status } = await accounts.request('DELETE', `/v1/auth/keys/${keyId}`, { headers })
      assert.equal(status, 200)
      for (const wrong of [key, 'no_key']) {
        const quotes = new Broadsheet({ services, key: wrong }).streams.quotes('X:A')
        await assert.rejects(quotes.next(), isRefusedWith('unauthenticated'))
      }
    })
  })
}
