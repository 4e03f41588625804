import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { FrameReader, FrameTooLargeError, frame } from './frames.ts'

const charsMax = 1_000_000

/** Texts that look like the framing itself, and those that count differently in other ways of counting. */
const payload = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('~', 'm', 'h', '1', '5', '{', '"', '𝄞', 'é'), maxLength: 40 }),
  fc.string({ maxLength: 20 }).map((inner) => `~m~${inner.length}~m~${inner}`),
)

describe('frames', () => {
  it('any split of any sequence of frames gives the same payloads', () => {
    fc.assert(
      fc.property(
        fc.array(payload, { maxLength: 12 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 30 }),
        (payloads, cuts) => {
          const wire = payloads.map(frame).join('')
          assert.deepEqual(readPieces(splitAt(wire, cuts)), payloads)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('one character at a time gives the same payloads', () => {
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 8 }), (payloads) => {
        assert.deepEqual(readPieces(payloads.map(frame).join('').split('')), payloads)
      }),
      { numRuns: 500 },
    )
  })

  it('finds its way back after anything that is no frame', () => {
    const junk = fc.string({ unit: anyCharacter, maxLength: 50 }).filter((text) => !/~/.test(text))
    fc.assert(
      fc.property(junk, payload, fc.array(fc.nat({ max: 200 }), { maxLength: 10 }), (noise, last, cuts) => {
        const read = readPieces(splitAt(noise + frame('first') + frame(last), cuts))
        assert.deepEqual(read, ['first', last])
      }),
      { numRuns: 500 },
    )
  })

  it('skips anything between frames, however it is cut', () => {
    // Junk as long as there are such characters in front of it could belong to a server that counts them once.
    const plain = payload.filter((text) => !/[\ud800-\udfff]/.test(text))
    const junk = fc.string({ unit: fc.constantFrom('x', '\n', ' ', '{', 'm', '1', 'é'), maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(plain, junk), { maxLength: 8 }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 20 }),
        (parts, cuts) => {
          const wire = parts.map(([text, noise]) => frame(text) + noise).join('')
          assert.deepEqual(
            readPieces(splitAt(wire, cuts)),
            parts.map(([text]) => text),
          )
        },
      ),
      { numRuns: 1000 },
    )
    assert.deepEqual(readPieces([`${frame('~h~1')}\n`]), ['~h~1'])
    assert.deepEqual(readPieces([`${frame('𝄞')}junk${frame('b')}`]), ['𝄞', 'b'])
  })

  it('takes a payload to the next frame where the length counts characters outside the basic plane once', () => {
    const text = '{"n":"𝄞𝄞"}'
    const announced = [...text].length
    assert.deepEqual(readPieces([`~m~${announced}~m~${text}${frame('next')}`]), [text, 'next'])
    assert.deepEqual(readPieces([`~m~${announced}~m~${text}`, frame('next')]), [text, 'next'])
    const wire = `~m~${announced}~m~${text}`
    assert.deepEqual(readPieces([wire.slice(0, -1), wire.slice(-1), frame('next')]), [text, 'next'])
  })

  it('refuses a frame that announces too much, before it has come', () => {
    const reader = new FrameReader(1000)
    assert.throws(() => reader.push('~m~1001~m~x'), FrameTooLargeError)
  })

  it('holds no more than the unfinished frame', () => {
    const reader = new FrameReader(charsMax)
    for (let n = 0; n < 1000; n++) assert.deepEqual(reader.push('x'.repeat(1000)), [])
    assert.deepEqual(reader.push(frame('found')), ['found'])
  })
})

function readPieces(pieces: readonly string[]): string[] {
  const reader = new FrameReader(charsMax)
  return pieces.flatMap((piece) => reader.push(piece))
}

function splitAt(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.filter((cut) => cut < text.length))].sort((a, b) => a - b)
  return [...at, text.length].map((end, index) => text.slice(index === 0 ? 0 : at[index - 1], end))
}
