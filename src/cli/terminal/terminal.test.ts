import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { toTable } from './table.ts'
import { createTerminal } from './terminal.ts'

function open(isTTY: boolean) {
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 60 })
  const terminal = createTerminal({ stdout, stderr })
  return { stdout, stderr, terminal, written: () => String(stderr.read() ?? '') }
}

describe('terminal', () => {
  it('writes data to stdout and notes to stderr', () => {
    const { terminal, stdout, written } = open(false)
    terminal.data('{"a":1}')
    terminal.note('a note')
    assert.equal(String(stdout.read()), '{"a":1}\n')
    assert.equal(written(), 'a note\n')
  })

  it('lets text of a server control no terminal, and passes it on unchanged elsewhere', () => {
    const text = 'a,\u001b[31mb\r\n\u202ec,d\u009b'
    for (const [isTTY, expected] of [
      [true, 'a, [31mb\n c,d \n'],
      [false, `${text}\n`],
    ] as const) {
      const stdout = Object.assign(new PassThrough(), { isTTY })
      createTerminal({ stdout, stderr: new PassThrough() }).foreign(text)
      assert.equal(String(stdout.read()), expected)
    }
  })

  it('writes a plain line per tenth without a terminal', () => {
    const { terminal, written } = open(false)
    const progress = terminal.progress('sync gazette')
    for (let done = 1; done <= 100; done++) progress.update(done, 100, `town ${done}`)
    progress.end('100 published')
    const lines = written().trimEnd().split('\n')
    assert.equal(lines.length, 13)
    assert.equal(lines.at(-1), 'sync gazette: 100 published')
    assert.ok(lines.every((line) => !line.includes('\u001b') && !line.includes('\r')))
  })

  it('redraws one line no wider than the terminal', () => {
    const { terminal, written } = open(true)
    const progress = terminal.progress('sync')
    progress.update(1, 2, 'x'.repeat(200))
    progress.end('done')
    const drawn = written().split('\r\u001b[2K')
    assert.match(drawn[2] ?? '', /^█{12}░{12} 1\/2 sync: x+$/)
    assert.ok(drawn.every((line) => line.length < 60))
    assert.equal(drawn.at(-1), 'sync: done\n')
  })

  it('survives a closed pipe, and says that nobody reads any more', () => {
    const { stdout, stderr, terminal } = open(false)
    const closed = Object.assign(new Error('closed'), { code: 'EPIPE' })
    stderr.emit('error', closed)
    assert.equal(terminal.closed.aborted, false)
    stdout.emit('error', closed)
    assert.equal(terminal.closed.aborted, true)
    assert.throws(() => stdout.emit('error', Object.assign(new Error('broken'), { code: 'EIO' })), /broken/)
  })
})

describe('table', () => {
  it('aligns columns and leaves no trailing blanks', () => {
    assert.equal(
      toTable(
        ['A', 'LONG'],
        [
          ['1', 'x'],
          ['1234', ''],
        ],
      ),
      'A     LONG\n1     x\n1234',
    )
  })

  it('has any number of rows', () => {
    assert.equal(toTable(['A'], Array(200_000).fill(['b'])).length, 400_001)
  })

  it('replaces control characters', () => {
    assert.equal(toTable(['A'], [['a\u001b[2Jb\nc']]), 'A\na [2Jb c')
  })

  it('replaces what changes the direction of text, which would show other names than there are', () => {
    assert.equal(toTable(['A'], [['acme\u202egnp.exe\u2066x\u2028y']]), 'A\nacme gnp.exe x y')
  })
})

describe('a table', () => {
  it('fits the terminal: the widest columns are cut, none below six characters', () => {
    const rows = [['a'.repeat(40), 'b'.repeat(10), 'c']]
    const lines = toTable(['LONG', 'SHORT', 'C'], rows, 30).split('\n')
    assert.deepEqual(lines, ['LONG             SHORT       C', `${'a'.repeat(14)}…  ${'b'.repeat(10)}  c`])
    assert.match(toTable(['LONG', 'SHORT', 'C'], rows, 1), /\na{5}… {2}b{5}… {2}c$/)
    assert.match(toTable(['LONG', 'SHORT', 'C'], rows), /a{40} {2}b{10} {2}c$/)
  })

  it('cuts the last column, an id to be copied, only when all others are short', () => {
    const rows = [['a'.repeat(20), 'b'.repeat(10), 'jp_6y5lcc22ytcblwhnkqwk']]
    assert.match(toTable(['TITLE', 'PAY', 'ID'], rows, 45), /\na{8}… {2}b{8}… {2}jp_6y5lcc22ytcblwhnkqwk$/)
    assert.match(toTable(['TITLE', 'PAY', 'ID'], rows, 30), /\na{5}… {2}b{5}… {2}jp_6y5lcc22yt…$/)
  })
})
