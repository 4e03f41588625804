import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner, noCoverage } from '../../../test/support/cli-runner.ts'

describe('workers', { skip: process.platform !== 'linux' && 'threads cannot share a port' }, () => {
  const runner = new CliRunner('test/support/programs/supervised-workers.ts')
  after(() => runner[Symbol.dispose]())

  async function ready(running: ReturnType<CliRunner['start']>): Promise<string> {
    const [, port] = await running.waitForOutput(/ready on (\d+)/)
    return `http://127.0.0.1:${port}`
  }

  async function ask(url: string): Promise<string> {
    return await (await fetch(url, { headers: { connection: 'close' } })).text()
  }

  /** The ids of the threads that answer. */
  async function threads(base: string, expected: number): Promise<Set<string>> {
    const seen = new Set<string>()
    for (let tries = 0; tries < 200 && seen.size < expected; tries++) seen.add(await ask(base))
    return seen
  }

  it('share one port and stop together on SIGTERM', async () => {
    const running = runner.start(['good'])
    assert.equal((await threads(await ready(running), 2)).size, 2)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.exited
    assert.equal(code, 0)
    assert.equal(stderr.match(/stopping/g)?.length, 2)
    assert.doesNotMatch(stderr, /terminat/)
  })

  for (const [path, reason] of [
    ['/exit', 'code 9'],
    ['/throw', 'a bug'],
    ['/memory', '.*JS heap out of memory'],
    ['/endless', 'no progress for \\d+ s'],
  ]) {
    it(`are replaced when they die: ${path}`, async () => {
      const running = runner.start(['good'], { ...noCoverage, NODE_OPTIONS: '--max-old-space-size=64' })
      const base = await ready(running)
      const before = await threads(base, 2)
      await ask(base + path).catch(() => undefined)
      const [, dead] = await running.waitForOutput(
        new RegExp(`worker (\\d+) ended \\(${reason}\\); starting another`),
      )
      // The other one takes over meanwhile.
      before.delete(dead ?? '')
      assert.notEqual(await ask(base), dead)
      let seen: Set<string>
      do seen = await threads(base, 2)
      while (seen.size < 2)
      assert.equal(seen.intersection(before).size, 1)
      assert.ok(!seen.has(dead ?? ''))
      running.child.kill('SIGINT')
      assert.equal((await running.exited).code, 0)
    })
  }

  it('are replaced when they die while others start', async () => {
    const running = runner.start(['first-dies'])
    const base = await ready(running)
    await running.waitForOutput(/worker \d+ ended \(code 9\); starting another/)
    let seen: Set<string>
    do seen = await threads(base, 2)
    while (seen.size < 2)
    running.child.kill('SIGTERM')
    assert.equal((await running.exited).code, 0)
  })

  it('that listen answer what they have accepted when they are stopped before the others listen', async () => {
    const running = runner.start(['only-first-listens'])
    const [, port] = await running.waitForOutput(/first listens on (\d+)/)
    const answer = ask(`http://127.0.0.1:${port}/slow`)
    const [, thread] = await running.waitForOutput(/slow (\d+)/)
    running.child.kill('SIGTERM')
    assert.equal(await answer, thread)
    const { code, stderr } = await running.exited
    assert.equal(code, 143)
    assert.doesNotMatch(stderr, /did not stop in time/)
  })

  it('do not wait for one that is busy', async () => {
    const running = runner.start(['good'])
    const base = await ready(running)
    const busy = ask(`${base}/busy`)
    const [, thread] = await running.waitForOutput(/busy (\d+)/)
    // It is busy until the other one answers. Of many connections, some are those of the other.
    const others = await Promise.all(Array.from({ length: 40 }, () => ask(`${base}/release`)))
    assert.equal(await busy, thread)
    assert.equal(new Set(others).size, 2)
    running.child.kill('SIGTERM')
    assert.equal((await running.exited).code, 0)
  })

  it('that cannot start end the program with their exit code and one message', async () => {
    const { code, stderr } = await runner.run(['never-listens'])
    assert.equal(code, 75)
    assert.equal(stderr.match(/refusing/g)?.length, 1)
  })

  it('that hang before they listen are terminated', async () => {
    const { code, stderr } = await runner.run(['hangs'])
    assert.equal(code, 1)
    assert.match(stderr, /did not listen within 4 s/)
  })

  it('that do not stop in time are terminated', async () => {
    const running = runner.start(['stubborn'])
    await ready(running)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.exited
    assert.equal(code, 0)
    assert.match(stderr, /did not stop in time/)
  })

  it('end with a supervisor that is killed', async () => {
    const running = runner.start(['good'])
    const base = await ready(running)
    running.child.kill('SIGKILL')
    await running.exited
    await assert.rejects(ask(base))
  })

  it('are abandoned on the second signal', async () => {
    const running = runner.start(['stubborn'])
    await ready(running)
    running.child.kill('SIGTERM')
    await running.waitForOutput(/stopping/)
    running.child.kill('SIGTERM')
    assert.equal((await running.exited).signal, 'SIGTERM')
  })
})
