import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { CliRunner, noCoverage, type RunningProcess } from '../../../test/support/cli-runner.ts'
import { RawConnection, rawRequest } from '../../../test/support/server/raw-connection.ts'

async function baseOf(server: RunningProcess): Promise<string> {
  const [, base = ''] = await server.waitForOutput(/Broadsheet is ready at (http:\S+)/)
  return base
}

/** How many memory pools the C library of Linux may use. */
function memoryPools({ child }: RunningProcess): string | undefined {
  const variables = readFileSync(`/proc/${child.pid}/environ`, 'utf8').split('\0')
  return variables.find((variable) => variable.startsWith('MALLOC_ARENA_MAX='))?.split('=')[1]
}

/** What limits the memory of Node. */
function heapFlags({ child }: RunningProcess): string[] {
  const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0')
  return words.filter((word) => /^--(max-semi-space-size|heap-growing-percent)=/.test(word))
}

const hangOnRequest = new URL('../../../test/support/programs/hang-on-request.ts', import.meta.url)

/** One source after the other, of which the notices are the first: these tests wait for no other. */
const noticesFirst = { SYNC_AT_ONCE: '1' }

describe('broadsheet serve', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('answers, syncs from the sandbox, and exits 0 on SIGTERM', async () => {
    const server = runner.start(['serve', '--port', '0', '--data-dir', 'a'], noticesFirst)
    const base = await baseOf(server)
    assert.equal((await fetch(`${base}/healthz`)).status, 200)
    if (process.platform === 'linux') {
      assert.equal(memoryPools(server), '2')
      assert.deepEqual(heapFlags(server), ['--max-semi-space-size=16', '--heap-growing-percent=40'])
    }
    await server.waitForOutput(/sync finished/)
    const list = (await (await fetch(`${base}/notices/v1/notices?limit=2`)).json()) as { data: unknown[] }
    assert.equal(list.data.length, 2)
    server.child.kill('SIGTERM')
    const { code, stdout } = await server.exited
    assert.equal(code, 0)
    assert.match(stdout, /\/docs\n.*\/healthz\n.*\ba\b/)
  })

  it('serves one service alone at the root, and exits 0 on SIGINT', async () => {
    const server = runner.start(['serve', 'notices', '--port', '0', '--data-dir', 'b'], {
      SYNC_ENABLED: 'false',
      MALLOC_ARENA_MAX: '3',
      NODE_OPTIONS: '--max-semi-space-size=8',
    })
    assert.equal((await fetch(`${await baseOf(server)}/v1/notices`)).status, 200)
    if (process.platform === 'linux') {
      assert.equal(memoryPools(server), '3', 'what the operator has set')
      assert.deepEqual(heapFlags(server), ['--heap-growing-percent=40'])
    }
    server.child.kill('SIGINT')
    const { code, stderr } = await server.exited
    assert.equal(code, 0)
    assert.match(stderr, /^stopping… \(press Ctrl-C again to stop at once\)$/m)
    assert.match(stderr, /^stopped$/m)
  })

  it('refuses a store of the other profile with exit code 2, and doctor says why', async () => {
    // The folder of the test above.
    const env = { BROADSHEET_SECRET: 's'.repeat(32), BROADSHEET_PROFILE: 'live', SYNC_ENABLED: 'false' }
    const { code, stderr } = await runner.run(['serve', '--port', '0', '--data-dir', 'b'], env)
    assert.equal(code, 2, stderr)
    assert.match(stderr, /the ledger belongs to the profile sandbox .*start with --profile sandbox/)
    const doctor = runner.runHere(['doctor', '--json', '--data-dir', 'b'])
    const findings = JSON.parse((await doctor).stdout) as { check: string; found: string }[]
    assert.equal(findings.find(({ check }) => check === 'profile of the store')?.found, 'sandbox')
  })

  it('serves from several threads, announces itself once, and stops them all', async () => {
    const flags = ['--port', '0', '--data-dir', 'c', '--workers', '2']
    const server = runner.start(['serve', ...flags], noticesFirst)
    const base = await baseOf(server)
    await server.waitForOutput(/sync finished/)
    for (let request = 0; request < 4; request++) {
      const list = await fetch(`${base}/notices/v1/notices?limit=1`, { headers: { connection: 'close' } })
      assert.equal(((await list.json()) as { data: unknown[] }).data.length, 1)
    }
    server.child.kill('SIGTERM')
    const { code, stdout, stderr } = await server.exited
    assert.equal(code, 0)
    assert.equal(stdout.match(/ready/g)?.length, 1)
    assert.doesNotMatch(stderr, /terminat|worker/)
    await assert.rejects(fetch(base))
  })

  for (const workers of ['1', '3']) {
    it(`answers requests that begin just after SIGTERM, with ${workers} workers`, async () => {
      const args = ['serve', 'notices', '--port', '0', '--data-dir', `stop-${workers}`, '--workers', workers]
      const server = runner.start(args, { SYNC_ENABLED: 'false' })
      const port = Number(new URL(await baseOf(server)).port)
      const open = () => Promise.all(Array.from({ length: 12 }, () => RawConnection.open(port)))
      const before = await open()
      server.child.kill('SIGTERM')
      const connections = [...before, ...(await open())]
      for (const connection of connections) connection.send(rawRequest('GET', '/v1/notices'))
      for (const connection of connections) assert.equal((await connection.expectResponse()).status, 200)
      assert.equal((await server.exited).code, 0)
    })
  }

  for (const workers of ['1', '3'])
    it(`stops soon at any moment of its start and of the first sync, with ${workers} workers`, async () => {
      const args = ['serve', '--port', '0', '--workers', workers, '--data-dir']
      for (const afterMs of [0, 100, 300, 600, 1000, 2000, 4000]) {
        const server = runner.start([...args, `stopped-${afterMs}-${workers}`])
        await setTimeout(afterMs)
        const stoppedAt = performance.now()
        server.child.kill('SIGTERM')
        const { code, signal } = await server.exited
        const at = `${afterMs} ms after it was started`
        // Nothing handles the signal yet, the command line is being loaded, or the server has started.
        assert.ok(signal === 'SIGTERM' || code === 143 || code === 0, `${at}: ${code} ${signal}`)
        // It listens for two seconds more.
        assert.ok(performance.now() - stoppedAt < 15_000, at)
      }
    })

  it('stops while it starts', async () => {
    const server = runner.start(['serve', '--port', '0', '--data-dir', 'stopped-early'])
    await baseOf(server)
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.exited
    assert.equal(code, 0)
    // Neither the simulated sources nor the syncs were waited for.
    assert.match(stderr, /stopping….*\nstopped\n$/s)
    assert.doesNotMatch(stderr, /sync (finished|stopped|failed)/)
  })

  it('loads nothing of the sandbox in the live profile', async () => {
    const refuseSandbox = new URL('../../../test/support/programs/refuse-sandbox.ts', import.meta.url)
    const env = {
      NODE_OPTIONS: `--import ${refuseSandbox}`,
      BROADSHEET_SECRET: 'x'.repeat(32),
      SYNC_ENABLED: 'false',
    }
    const server = runner.start(['serve', '--profile', 'live', '--port', '0', '--data-dir', 'live'], env)
    assert.equal((await fetch(`${await baseOf(server)}/healthz`)).status, 200)
    server.child.kill('SIGTERM')
    assert.equal((await server.exited).code, 0)
    const jobs = await runner.run(['sync-jobs', '--profile', 'live', '--data-dir', 'live', '--json'], env)
    assert.equal(jobs.code, 0, jobs.stderr)
    const services = new Set(JSON.parse(jobs.stdout).map(({ service }: { service: string }) => service))
    assert.ok(services.has('cinema') && services.has('trust'), 'the live sources are listed')
    assert.ok(!services.has('notices'), 'the Gazette is made up')
    const inSandbox = await runner.run(['sync-jobs', '--data-dir', 'sandbox'], env)
    assert.match(inSandbox.stderr, /refused to load/)
  })

  it('names the folder when another server uses it', async () => {
    const env = { ...noCoverage, SYNC_ENABLED: 'false' }
    const first = runner.start(['serve', '--port', '0', '--data-dir', 'd'], env)
    await baseOf(first)
    const second = await runner.run(['serve', '--port', '0', '--data-dir', 'd'])
    first.child.kill('SIGTERM')
    assert.equal(second.code, 2)
    assert.match(
      second.stderr,
      new RegExp(`${join(runner.folder, 'd')} is already in use by process ${first.child.pid}.*--data-dir`),
    )
    assert.equal((await first.exited).code, 0)
  })

  for (const workers of ['1', '2']) {
    it(`reports a taken port once, says how to choose another, and creates nothing, with ${workers} workers`, async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const port = String((other.address() as AddressInfo).port)
      const flags = ['--port', port, '--workers', workers, '--data-dir', 'not-made']
      const { code, stdout, stderr } = await runner.run(['serve', ...flags])
      other.close()
      assert.deepEqual([code, stdout], [1, ''])
      assert.equal(
        stderr.match(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken.*--port`, 'g'))?.length,
        1,
      )
      assert.doesNotMatch(stderr, /^\s+at /m)
      assert.equal(existsSync(join(runner.folder, 'not-made')), false)
    })
  }

  it('refuses the port of another server, whichever of them has several workers', async () => {
    const env = { ...noCoverage, SYNC_ENABLED: 'false' }
    for (const [index, [workers, others]] of [
      ['1', ['2']],
      ['2', ['1', '2']],
    ].entries()) {
      const start = (port: string, count: string, folder: string) =>
        runner.start(['serve', 'notices', '--port', port, '--workers', count, '--data-dir', folder], env)
      const first = start('0', String(workers), `first-${index}`)
      const { port } = new URL(await baseOf(first))
      for (const count of others ?? []) {
        const { code, stderr } = await start(port, count, `second-${index}-${count}`).exited
        assert.equal(code, 1)
        assert.match(stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken`))
      }
      first.child.kill('SIGTERM')
      assert.equal((await first.exited).code, 0)
    }
  })

  it('names a data folder that cannot be written', async () => {
    writeFileSync(join(runner.folder, 'file'), '')
    for (const folder of ['file/data', '/proc/broadsheet']) {
      const { code, stderr } = await runner.runHere(['serve', '--port', '0', '--data-dir', folder])
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`the data folder \\S*${folder} cannot be written`))
      assert.doesNotMatch(stderr, /^\s+at /m)
    }
  })

  it('reports a database that cannot be reached, without its password, as temporary', async () => {
    for (const workers of ['1', '2']) {
      const { code, stderr } = await runner.run(['serve', '--port', '0', '--workers', workers], {
        DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/news',
      })
      assert.equal(code, 75)
      assert.equal(stderr.match(/PostgreSQL at 127\.0\.0\.1:1 cannot be reached/g)?.length, 1)
      assert.doesNotMatch(stderr, /canary/)
    }
  })

  const wrong: [string, number, string[], Record<string, string>, RegExp][] = [
    ['an unknown service', 2, ['notice'], {}, /no service "notice"; did you mean "notices"\?/],
    ['a host that is not ours', 1, ['--host', '192.0.2.1'], {}, /no address 192\.0\.2\.1/],
    ['a fault that makes no sense', 2, ['--fault', 'nonsense'], {}, /fault 'nonsense': must be HOST/],
    ['live without a secret of its own', 2, ['--profile', 'live'], {}, /security\.secret: the live profile/],
    [
      'wrong settings',
      2,
      [],
      { PORT: '80a', WORKERS: 'many' },
      /server\.port: "80a"[\s\S]*server\.workers: "many"/,
    ],
  ]
  for (const [what, expected, args, env, message] of wrong) {
    it(`does not start with ${what}`, async () => {
      const { code, stderr } = await runner.runHere(
        ['serve', '--data-dir', 'e', ...(env.PORT ? [] : ['--port', '0']), ...args],
        env,
      )
      assert.equal(code, expected)
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^\s+at /m)
    })
  }
})

describe('a server with a thread that hangs', {
  skip: process.platform !== 'linux',
  concurrency: true,
}, () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('replaces a worker whose thread hangs, and the other ones answer', async () => {
    const args = ['serve', 'notices', '--port', '0', '--data-dir', 'hangs', '--workers', '2']
    const server = runner.start(args, { NODE_OPTIONS: `--import ${hangOnRequest}`, SYNC_ENABLED: 'false' })
    const base = await baseOf(server)
    const hanging = assert.rejects(fetch(`${base}/hang`))
    await server.waitForOutput(/worker \d+ ended \(no progress for \d+ s\); starting another/)
    await hanging
    for (let request = 0; request < 10; request += 1)
      assert.equal((await fetch(`${base}/v1/notices`, { headers: { connection: 'close' } })).status, 200)
    server.child.kill('SIGTERM')
    assert.equal((await server.exited).code, 0)
  })

  it('ends if its only thread hangs, so that it is started again', async () => {
    const args = ['serve', 'notices', '--port', '0', '--data-dir', 'hangs-alone']
    const server = runner.start(args, { NODE_OPTIONS: `--import ${hangOnRequest}`, SYNC_ENABLED: 'false' })
    await assert.rejects(fetch(`${await baseOf(server)}/hang`))
    const { signal, stderr } = await server.exited
    assert.equal(signal, 'SIGKILL')
    assert.match(stderr, /the thread that answers requests hangs/)
  })
})
