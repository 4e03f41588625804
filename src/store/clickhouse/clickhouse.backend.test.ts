/** Statements, repeated inserts and lost connections, with the real engine. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ClickHouseServer, clickHouseSkip } from '../../../test/support/store/clickhouse-server.ts'
import { Failure } from '../../core/errors.ts'
import { type ClickHouse, openClickHouse, parseClickHouseUrl } from './clickhouse.ts'
import { sql, sqlName } from './sql-text.ts'

const isUnavailable = (thrown: unknown) =>
  thrown instanceof Failure && thrown.code === 'store_unavailable' && thrown.retryAfterSeconds === 5

describe('the connection to ClickHouse', { skip: clickHouseSkip }, () => {
  let server: ClickHouseServer
  let clickHouse: ClickHouse

  before(async () => {
    server = await ClickHouseServer.start()
    clickHouse = await openClickHouse({ url: server.url, timeoutMs: 2_000 })
    await clickHouse.run(sql`create table t (id UInt32, text String) engine = MergeTree order by id
      settings non_replicated_deduplication_window = 100`)
  })
  after(async () => {
    await clickHouse?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const insert = (token: string, ...ids: readonly number[]) =>
    clickHouse.insert(
      't',
      ids.map((id) => ({ id, text: `it's ${id}` })),
      { token },
    )
  const count = async () => (await clickHouse.query<{ n: number }>(sql`select count() as n from t`))[0]?.n

  it('puts values of every kind into statements', async () => {
    const texts = ["it's", 'a\\b', '\0', "\\'; drop table t", 'ü\n🎬', '{x:String}', '\ud800']
    const [row] = await clickHouse.query(
      sql`select ${texts} as texts, ${2 ** 53 - 1} as large, ${-0.5} as half, ${Number.NaN} as none,
        ${sqlName('large')} in ${[1, 2 ** 53 - 1]} as found`,
    )
    const expected = texts.map((text) => text.toWellFormed())
    assert.deepEqual(row, { texts: expected, large: 2 ** 53 - 1, half: -0.5, none: null, found: 1 })
    assert.throws(() => sqlName('t; drop table t'), TypeError)
  })

  it('inserts a block once, also if its response is lost', async () => {
    await insert('a', 1, 2)
    await insert('a', 1, 2)
    assert.equal(await count(), 2)
    await server.setFaults({ text: 'INSERT INTO t', times: 1, loseResponse: true })
    await insert('b', 3)
    assert.equal(await count(), 3)
    await assert.rejects(clickHouse.insert('t', [{ id: 'no number' }], { token: 'c' }), /Cannot parse/)
    assert.equal(await count(), 3)
  })

  it('is unavailable while the server is slow, full or away', async () => {
    await server.setFaults({ text: 'count()', times: 1, delayMs: 3_000 })
    await assert.rejects(count(), isUnavailable)
    await server.setFaults({
      text: 'INSERT',
      times: 1,
      error: 'Code: 243. DB::Exception: no space (NOT_ENOUGH_SPACE)',
    })
    await assert.rejects(insert('d', 4), isUnavailable)
    await server.setFaults()
    await assert.rejects(clickHouse.query(sql`select * from nowhere`), isUnavailable)
    await assert.rejects(clickHouse.query(sql`select`), /SYNTAX_ERROR|Syntax error/)
    await server.kill()
    await assert.rejects(clickHouse.ping(), isUnavailable)
    await server.start()
    await clickHouse.ping()
    assert.equal(await count(), 3)
  })

  it('ends with the signal of its caller', async () => {
    const caller = new AbortController()
    await server.setFaults({ text: 'count()', times: 1, delayMs: 500 })
    const counting = clickHouse.query(sql`select count() from t`, { signal: caller.signal })
    caller.abort(new Error('nobody waits'))
    await assert.rejects(counting, /nobody waits/)
  })

  it('reads its address', () => {
    assert.deepEqual(parseClickHouseUrl('https://me:p%40ss@db.example:8443/jobs?cluster=main'), {
      origin: 'https://db.example:8443',
      username: 'me',
      password: 'p@ss',
      database: 'jobs',
      cluster: 'main',
    })
    assert.equal(parseClickHouseUrl('http://127.0.0.1:8123').database, 'default')
    assert.throws(() => parseClickHouseUrl('http://127.0.0.1?async_insert=1'), /other than cluster/)
  })
})
