import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { isFailure } from '../../../core/errors.ts'
import { anonymous } from '../../access-control.ts'
import { Turns } from './turns.ts'

const isOverloaded = (thrown: unknown) => isFailure(thrown, 'overloaded') && thrown.retryAfterSeconds === 1

const networks = [
  { subject: 'network 56', factor: 4 },
  { subject: 'network 48', factor: 16 },
]

/** Takes turns and notes the callers in the order in which they are started. */
function open() {
  const clock = new FakeClock()
  const turns = new Turns(clock)
  const started: string[] = []
  /** How long a request of a caller keeps the thread. */
  const costMs: Record<string, number> = {}
  const enter = (subject: string) => turns.enter({ ...anonymous, identityId: subject, subject })
  function take(caller: string, turn = enter(caller)) {
    const handle = () => {
      started.push(caller)
      clock.advance(costMs[caller] ?? 0)
    }
    const waited = turn.wait()
    if (waited === undefined) handle()
    else void waited.then(handle)
    return turn
  }
  /** A request that ends as soon as it has kept the thread for a while. */
  async function run(caller: string): Promise<void> {
    using turn = enter(caller)
    await turn.wait()
    started.push(caller)
    clock.advance(costMs[caller] ?? 0)
  }
  return { clock, turns, enter, take, run, started, costMs }
}

async function loops(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await setImmediate()
}

describe('turns', () => {
  it('are not waited for by a single request', () => {
    const { enter } = open()
    assert.equal(enter('a').wait(), undefined)
  })

  it('go round among callers who have used the same', async () => {
    const { take, started } = open()
    for (const caller of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) take(caller)
    await loops(10)
    assert.deepEqual(started, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('go to the caller who has used least, however many requests another has sent before', async () => {
    const { run, started, costMs } = open()
    costMs.flood = 10
    const all = Array.from({ length: 20 }, () => run('flood'))
    await loops(3)
    const before = started.length
    all.push(run('reader'))
    await Promise.all(all)
    assert.ok(started.indexOf('reader') <= before + 1, started.join())
  })

  it('leave room in the event loop: a request that takes long is the last to start in its turn', async () => {
    const { run, started, costMs } = open()
    costMs.a = 10
    const all = Array.from({ length: 4 }, () => run('a'))
    for (let turn = 1; turn <= 4; turn += 1) {
      assert.ok(started.length <= turn, `${started.length} in ${turn} turns`)
      await loops(1)
    }
    await Promise.all(all)
  })

  it('are given to several short requests at once', async () => {
    const { take, started } = open()
    for (const caller of ['a', 'b', 'c', 'd']) take(caller)
    await loops(2)
    assert.equal(started.length, 4)
  })

  it('are given to eight requests of a caller at once, and to the next when one of them ends', async () => {
    const { take, started } = open()
    const taken = Array.from({ length: 10 }, () => take('a'))
    take('b')
    await loops(20)
    assert.equal(started.filter((caller) => caller === 'a').length, 8)
    assert.ok(started.includes('b'))
    taken[0]?.[Symbol.dispose]()
    await loops(20)
    assert.equal(started.filter((caller) => caller === 'a').length, 9)
  })

  it('are given to one request at a time of a caller who uses much, unless it is alone', async () => {
    const { clock, take, started } = open()
    const first = take('a')
    clock.advance(250)
    first[Symbol.dispose]()
    take('b')[Symbol.dispose]()
    started.splice(0)
    const taken = [take('a'), take('a'), take('a')]
    await loops(20)
    assert.deepEqual(started, ['a'])
    clock.advance(1001)
    taken[0]?.[Symbol.dispose]()
    await loops(20)
    assert.deepEqual(started, ['a', 'a', 'a'])
  })

  it('count what the networks around a caller use', async () => {
    const { clock, turns, take, started } = open()
    for (let n = 0; n < 16; n += 1) {
      using turn = turns.enter({ ...anonymous, subject: `ip ${n}`, networks })
      turn.wait()
      clock.advance(50)
    }
    const running = take('b')
    take('of the network', turns.enter({ ...anonymous, subject: 'ip 99', networks }))
    take('of another')
    await loops(5)
    assert.deepEqual(started, ['b', 'of another', 'of the network'])
    running[Symbol.dispose]()
  })

  it('are refused to a caller with 128 requests in flight, an anonymous one with 32, and to no other', () => {
    const { enter, turns } = open()
    for (let n = 0; n < 128; n += 1) enter('a')
    assert.throws(() => enter('a'), isOverloaded)
    enter('b')
    for (let n = 0; n < 32; n += 1) turns.enter(anonymous)
    assert.throws(() => turns.enter(anonymous), isOverloaded)
  })

  it('are refused to networks that have multiples of that in flight', () => {
    const { turns } = open()
    const enter = (n: number) => turns.enter({ ...anonymous, subject: `ip ${n}`, networks })
    for (let n = 0; n < 128; n += 1) enter(n)
    assert.throws(() => enter(999), isOverloaded)
    turns.enter({ ...anonymous, subject: 'ip', networks: networks.slice(1) })
  })

  it('are not given to a request that has ended meanwhile', async () => {
    const { take, started } = open()
    take('a')
    take('a')[Symbol.dispose]()
    take('b')
    await loops(5)
    assert.deepEqual(started, ['a', 'b'])
  })
})

describe('a turn that is left', () => {
  /** Resolves when the test says so. */
  function leaving(turn: ReturnType<ReturnType<typeof open>['enter']>) {
    const source = Promise.withResolvers<void>()
    return { source, left: turn.leave(() => source.promise) }
  }

  it('makes room for others of the caller, and is taken again', async () => {
    const { take, started } = open()
    const taken = Array.from({ length: 9 }, () => take('a'))
    await loops(20)
    assert.equal(started.length, 8)
    const [first] = taken
    assert.ok(first)
    const { source, left } = leaving(first)
    await loops(20)
    assert.equal(started.length, 9)
    source.resolve()
    let isBack = false
    void left.then(() => {
      isBack = true
    })
    await loops(20)
    assert.ok(!isBack, 'eight others run')
    taken[1]?.[Symbol.dispose]()
    await left
  })

  it('is kept if the work needs no other turn of the event loop', async () => {
    const { take, started } = open()
    const [first] = Array.from({ length: 9 }, () => take('a'))
    await loops(20)
    await first?.leave(async () => {})
    await loops(20)
    assert.equal(started.length, 8)
  })

  it('counts what is used before and after, and not the wait', async () => {
    const { clock, take, started } = open()
    const waits = take('a')
    const { source, left } = leaving(waits)
    await loops(1)
    clock.advance(5000)
    const running = take('b')
    clock.advance(10)
    take('a')
    take('b')
    running[Symbol.dispose]()
    await loops(5)
    assert.deepEqual(started, ['a', 'b', 'a', 'b'])
    source.resolve()
    await left
  })

  it('is no longer waited for when the request has ended', async () => {
    const { take } = open()
    const taken = Array.from({ length: 9 }, () => take('a'))
    await loops(20)
    const [first, second] = taken
    assert.ok(first && second)
    const [one, other] = [leaving(first), leaving(second)]
    await loops(20)
    one.source.resolve()
    await loops(1)
    first[Symbol.dispose]()
    await one.left
    second[Symbol.dispose]()
    other.source.resolve()
    await other.left
  })

  it('is left once, also by several parts of a request', async () => {
    const { take } = open()
    const turn = take('a')
    const [one, other] = [leaving(turn), leaving(turn)]
    await loops(1)
    one.source.resolve()
    await one.left
    other.source.resolve()
    await other.left
    assert.equal(turn.state, 'running')
  })
})

describe('overload', () => {
  it('is a wait of more than 80 ms for 80 ms, so it is seen within 200 ms, and over when nothing waits', async () => {
    const { clock, enter, run, costMs } = open()
    const callers = Array.from({ length: 12 }, (_, n) => `caller ${n}`)
    for (const caller of callers) costMs[caller] = 30
    const all = Promise.all(callers.map(run))
    const at = clock.monotonic()
    let refusedAfter: number | undefined
    while (refusedAfter === undefined) {
      await loops(1)
      try {
        enter('new')[Symbol.dispose]()
        assert.ok(clock.monotonic() - at < 300, 'never refused')
      } catch (thrown) {
        assert.ok(isOverloaded(thrown))
        refusedAfter = clock.monotonic() - at
      }
    }
    assert.ok(refusedAfter > 160 && refusedAfter <= 200, `${refusedAfter} ms`)
    await all
    enter('new')
  })

  it('is not a single stall', async () => {
    const { clock, enter, take } = open()
    take('a')
    take('b')
    take('c')
    clock.advance(5000)
    await loops(1)
    enter('d')
    await loops(5)
    clock.advance(150)
    enter('e')
  })

  it('is not what one or two callers with 32 requests each can cause, however long these take', async () => {
    const { enter, run, costMs } = open()
    const readers = ['reader', 'reader who has signed in']
    for (const reader of readers) costMs[reader] = 150
    const all = readers.flatMap((reader) => Array.from({ length: 31 }, () => run(reader)))
    for (let n = 0; n < 8; n += 1) {
      await loops(1)
      for (const reader of readers) enter(reader)[Symbol.dispose]()
    }
    using flood = new DisposableStack()
    assert.throws(() => {
      for (let n = 0; n <= 32; n += 1) flood.use(enter('reader')).wait()
    }, isOverloaded)
    await Promise.all(all)
  })

  it('is not what a single caller can cause beside others who only have streams', async () => {
    const { enter, run, costMs } = open()
    costMs.reader = 150
    for (const caller of ['a', 'b', 'c']) enter(caller)
    const all = Promise.all(Array.from({ length: 16 }, () => run('reader')))
    for (let n = 0; n < 8; n += 1) {
      await loops(1)
      enter('reader')[Symbol.dispose]()
    }
    await all
  })

  it('is what one of three callers with few requests can cause', async () => {
    const { enter, run, costMs } = open()
    const callers = ['a', 'b', 'c']
    for (const caller of callers) costMs[caller] = 30
    const all = Promise.all(callers.flatMap((caller) => Array.from({ length: 5 }, () => run(caller))))
    let isRefused = false
    for (let n = 0; n < 15 && !isRefused; n += 1) {
      await loops(1)
      try {
        enter('a')[Symbol.dispose]()
      } catch (thrown) {
        isRefused = isOverloaded(thrown)
      }
    }
    assert.ok(isRefused)
    await all
  })

  it('is seen by a caller who floods, and not by others', async () => {
    const { enter, run, costMs } = open()
    costMs.flood = 30
    const all = Promise.all(Array.from({ length: 40 }, () => run('flood')))
    let isRefused = false
    while (!isRefused) {
      await loops(1)
      await run('reader')
      try {
        enter('flood')[Symbol.dispose]()
      } catch (thrown) {
        isRefused = isOverloaded(thrown)
      }
    }
    await all
  })
})
