import assert from 'node:assert/strict'
import { it } from 'node:test'
import { splitLines } from './artifact-format.ts'

it('a line of an artifact that no text can hold is refused before it is joined', async () => {
  const chunk = Buffer.alloc(1024 ** 2, ' ')
  let read = 0
  async function* endlessLine() {
    // Far more than the bound, in case it is missing; all chunks are the same memory.
    for (; read < 1024; read += 1) yield chunk
    yield Buffer.from('\n')
  }
  await assert.rejects(Array.fromAsync(splitLines(endlessLine())), { code: 'invalid_request' })
  assert.ok(read < 600, `${read} chunks were read`)
})

it('the bound of a line starts anew with each line', async () => {
  const chunk = Buffer.concat([Buffer.alloc(1024 ** 2, ' '), Buffer.from('\n')])
  async function* manyLines() {
    for (let at = 0; at < 600; at += 1) yield chunk
  }
  let lines = 0
  for await (const line of splitLines(manyLines())) if (line.length === 1024 ** 2) lines += 1
  assert.equal(lines, 600)
})
