import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../../test/support/cli-runner.ts'

interface Report {
  source_id: string
  status: string
  mode: string
  planned: number
  completed: number
  members: Record<string, { outcome: string; written?: number; artifactId?: number }>
}

describe('broadsheet sync, import, sync-jobs and backup', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  async function json<Shape>(args: readonly string[], expected = 0): Promise<Shape> {
    const { code, stdout, stderr } = await runner.runHere(args)
    assert.equal(code, expected, stderr)
    return JSON.parse(stdout)
  }

  it('publish everything of a source the first time, nothing the second, and print only JSON to stdout', async () => {
    // In a process of its own, whose whole output counts.
    const { code, stdout, stderr } = await runner.run(['sync', 'gazette', '--json'])
    assert.equal(code, 0, stderr)
    const [first] = JSON.parse(stdout) as Report[]
    assert.deepEqual(
      [first?.source_id, first?.status, first?.completed],
      ['gazette', 'succeeded', first?.planned],
    )
    const [second] = await json<Report[]>(['sync', 'gazette', '--json'])
    const written = Object.values(second?.members ?? {}).map((member) => member.written)
    assert.deepEqual(new Set(written), new Set([0]))
  })

  it('run one member alone, and import its artifact', async () => {
    const [report] = await json<Report[]>(['sync', 'gazette', '--member', 'alderbrook', '--json'])
    assert.deepEqual([report?.mode, report?.planned, report?.completed], ['members', 1, 1])
    const id = report?.members.alderbrook?.artifactId
    const [replayed] = await json<Report[]>(['import', String(id), '--json'])
    assert.deepEqual([replayed?.mode, replayed?.status], ['import', 'succeeded'])
  })

  it('import everything into an empty read model, without a second copy', async () => {
    const folder = join(runner.folder, 'data')
    const filesOf = () => readdirSync(join(folder, 'artifacts'), { recursive: true }).toSorted()
    const files = filesOf()
    for (const name of readdirSync(folder)) if (name.startsWith('read-model')) rmSync(join(folder, name))
    const reports = await json<Report[]>(['import', '--all', '--json'])
    assert.ok(reports.length > 0)
    assert.deepEqual(new Set(reports.map(({ status }) => status)), new Set(['succeeded']))
    assert.deepEqual(filesOf(), files)
    const [job] = await json<{ health: string; records: number }[]>(['sync-jobs', '--json'])
    assert.equal(job?.health, 'ok')
    assert.ok((job?.records ?? 0) > 0)
  })

  it('import a file on another machine', async () => {
    const folder = join(runner.folder, 'data', 'artifacts')
    const file = readdirSync(folder, { recursive: true, withFileTypes: true }).find((entry) => entry.isFile())
    const path = join(file?.parentPath ?? '', file?.name ?? '')
    const [replayed] = await json<Report[]>(['import', path, '--data-dir', 'elsewhere', '--json'])
    assert.deepEqual([replayed?.mode, replayed?.status], ['import', 'succeeded'])
  })

  it('report missing artifacts after importing the others', async () => {
    const { code, stdout, stderr } = await runner.runHere(['import', '999999', '1', 'nowhere.zst'])
    assert.equal(code, 1)
    assert.match(stdout, /gazette +succeeded/)
    assert.match(
      stderr,
      /999999: There is no artifact[\s\S]*nowhere\.zst: The file cannot be read[\s\S]*2 of 3 artifacts/,
    )
  })

  it('print only problems when there was nothing to import', async () => {
    const { code, stdout, stderr } = await runner.runHere(['import', '999999'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /999999: There is no artifact/)
    assert.deepEqual(await json(['import', '999999', '--json'], 1), [])
  })

  it('list the sources and when they are due', async () => {
    const [job] = await json<
      { source_id: string; health: string; due_at: string; last_run: { status: string } }[]
    >(['sync-jobs', '--json'])
    assert.deepEqual([job?.source_id, job?.health, job?.last_run.status], ['gazette', 'ok', 'succeeded'])
    assert.ok(Date.parse(job?.due_at ?? '') > Date.parse('2020-01-01'))
    const { stdout } = await runner.runHere(['sync-jobs', '--data-dir', 'fresh'])
    assert.match(stdout, /^gazette +notices +every \d+ min +now +missing_artifact +0 +never$/m)
    assert.equal(existsSync(join(runner.folder, 'fresh')), false, 'a command that only reads creates nothing')
  })

  it('exit 1 with the reason when a source fails, and keep what was published', async () => {
    const { code, stdout, stderr } = await runner.run(['sync', 'gazette', '--json'], {
      SANDBOX_FAULTS: 'gazette.sandbox=status:403',
    })
    assert.equal(code, 1)
    assert.equal(JSON.parse(stdout)[0].status, 'failed')
    assert.match(stderr, /gazette\/\S+ failed: [\s\S]*1 of 1 runs did not succeed/)
    const [job] = await json<{ health: string; records: number }[]>(['sync-jobs', '--json'])
    assert.equal(job?.health, 'failed')
    assert.ok(Number(job?.records) > 0)
  })

  it('exit 130 on Ctrl-C, with a correct run row', async () => {
    // A folder of its own: hosts that refused stay closed for a while.
    const folder = ['--data-dir', 'interrupted']
    const running = runner.start(['sync', 'gazette', ...folder], {
      SANDBOX_FAULTS: 'gazette.sandbox=latency:60000',
    })
    await running.waitForOutput(/sync gazette …/)
    running.child.kill('SIGINT')
    const { code, stdout } = await running.exited
    assert.deepEqual([code, stdout], [130, ''])
    const [job] = await json<{ last_run: { status: string; message: string } }[]>([
      'sync-jobs',
      '--json',
      ...folder,
    ])
    assert.equal(job?.last_run.status, 'failed')
    assert.match(job?.last_run.message ?? '', /^interrupted/)
  })

  const wrong: [string, string[], RegExp][] = [
    ['an unknown source', ['sync', 'gazete'], /no source "gazete"; did you mean "gazette"\?/],
    [
      'an unknown member',
      ['sync', 'gazette', '--member', 'alderbrok'],
      /no member "alderbrok"; did you mean "alderbrook"\?/,
    ],
    ['a member of no source', ['sync', '--member', 'alderbrook'], /--member needs exactly one source/],
    ['nothing to import', ['import'], /name the artifacts to import, or use --all/],
    ['too much to import', ['import', '1', '--all'], /but not both/],
  ]
  for (const [what, args, message] of wrong) {
    it(`exit 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await runner.runHere(args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, message)
    })
  }

  it('copy the databases into a new folder, and into no other', async () => {
    const report = await json<{ folder: string; databases: { name: string; bytes: number }[] }>([
      'backup',
      'copy',
      '--json',
    ])
    assert.equal(report.folder, join(runner.folder, 'copy'))
    assert.deepEqual(readdirSync(report.folder).sort(), report.databases.map(({ name }) => name).sort())
    const [job] = await json<{ records: number }[]>(['sync-jobs', '--json', '--data-dir', 'copy'])
    assert.ok(Number(job?.records) > 0)
    const again = await runner.runHere(['backup', 'copy'])
    assert.equal(again.code, 2)
    assert.match(again.stderr, /copy already exists/)
  })
})
