import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'

describe('workers', () => {
  const runner = new CliRunner('test/support/programs/supervised-workers.ts')
  after(() => runner[Symbol.dispose]())

  async function ready(running: ReturnType<CliRunner['start']>): Promise<string> {
    const [, port] = await running.waitForOutput(/ready on (\d+)/)
    return `http://127.0.0.1:${port}`
  }

  async function pids(base: string, expected: number): Promise<Set<string>> {
    const seen = new Set<string>()
    for (let tries = 0; tries < 200 && seen.size < expected; tries++) {
      seen.add(await (await fetch(base, { headers: { connection: 'close' } })).text())
    }
    return seen
  }

  it('share one port and stop together on SIGTERM', async () => {
    const running = runner.start(['good'])
    assert.equal((await pids(await ready(running), 2)).size, 2)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.exited
    assert.equal(code, 0)
    assert.equal(stderr.match(/stopping/g)?.length, 2)
    assert.doesNotMatch(stderr, /kill/)
  })

  it('are replaced when they die', async () => {
    const running = runner.start(['good'])
    const base = await ready(running)
    const before = await pids(base, 2)
    await fetch(`${base}/die`).catch(() => undefined)
    await running.waitForOutput(/worker \d+ ended \(code 9\); starting another/)
    let seen: Set<string>
    do seen = await pids(base, 2)
    while (seen.size < 2)
    assert.equal([...seen].filter((pid) => !before.has(pid)).length, 1)
    running.child.kill('SIGINT')
    assert.equal((await running.exited).code, 0)
  })

  it('that cannot start end the program with their exit code and one message', async () => {
    const { code, stderr } = await runner.run(['never-listens'])
    assert.equal(code, 75)
    assert.equal(stderr.match(/refusing/g)?.length, 1)
  })

  it('that do not stop in time are killed', async () => {
    const running = runner.start(['stubborn'])
    await ready(running)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.exited
    assert.equal(code, 0)
    assert.match(stderr, /did not stop in time/)
  })

  it('do not outlive a supervisor that is killed', async () => {
    const running = runner.start(['good'])
    const seen = await pids(await ready(running), 2)
    running.child.kill('SIGKILL')
    await running.exited
    assert.equal(seen.size, 2)
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
