import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLogger } from './log.ts'

function logged(format: 'auto' | 'json' | 'pretty', isTTY: boolean): string {
  const lines: string[] = []
  const stream = { isTTY, write: (line: string) => void lines.push(line) }
  createLogger({ level: 'info', format }, stream).info(
    { source: 'gazette', token: 'canary' },
    'sync finished',
  )
  return lines.join('')
}

describe('the log', () => {
  it('is for people on a terminal and for programs elsewhere, unless the setting says otherwise', () => {
    assert.match(logged('auto', true), /^\d\d:\d\d:\d\d info {2}sync finished {2}source=gazette /)
    assert.equal(JSON.parse(logged('auto', false)).msg, 'sync finished')
    assert.equal(JSON.parse(logged('json', true)).source, 'gazette')
    assert.match(logged('pretty', false), / info {2}sync finished/)
  })

  it('cannot control the terminal with text from upstreams', () => {
    const lines: string[] = []
    const stream = { isTTY: true, write: (line: string) => void lines.push(line) }
    createLogger({ level: 'info', format: 'auto' }, stream).info({ reason: 'a\u001b[2Jb\u202ec\nd' }, 'held')
    assert.match(lines.join(''), /info {2}held {2}reason=a \[2Jb c d\n$/)
  })

  it('has no secrets in either form', () => {
    for (const isTTY of [true, false]) assert.doesNotMatch(logged('auto', isTTY), /canary/)
  })
})
