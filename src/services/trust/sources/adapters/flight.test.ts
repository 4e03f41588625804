import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { candidates } from './candidates.ts'
import { parseFlight, resolveFlight } from './flight.ts'

const rows = `1:"$Sreact.fragment"
2:I[4711,["911","static/chunks/911.js"],"TrustPage"]
a:T1c,Données chiffrées au reposb:[{"name":"Example Cloud","url":"https://example.com","locations":["DE"]}]
c:{"name":"SOC 2 Type II","since":"$D2026-03-15T00:00:00.000Z","note":"$$5 fee","expires":"$undefined"}
0:["$","$L2",null,{"org":"Example GmbH","summary":"$a","subprocessors":"$b","certifications":["$c"],"first":"$b:0:name"}]
`

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function page(text: string, cutAt: readonly number[] = []): string {
  const borders = [0, ...cutAt.map((at) => at % text.length).sort((a, b) => a - b), text.length]
  const chunks = borders.slice(1).map((end, index) => text.slice(borders[index], end))
  return chunks.map((chunk) => `<script>self.__next_f.push(${JSON.stringify([1, chunk])})</script>`).join('')
}

describe('parseFlight', () => {
  const expected = {
    type: '$L2',
    key: null,
    props: {
      org: 'Example GmbH',
      summary: 'Données chiffrées au repos',
      subprocessors: [{ name: 'Example Cloud', url: 'https://example.com', locations: ['DE'] }],
      certifications: [
        { name: 'SOC 2 Type II', since: '2026-03-15T00:00:00.000Z', note: '$5 fee', expires: null },
      ],
      first: 'Example Cloud',
    },
  }

  it('resolves text counted in bytes, references, paths, dates and escapes', () => {
    assert.deepEqual(plain(resolveFlight(Buffer.from(rows))), expected)
  })

  it('is independent of chunk boundaries', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cutAt) => {
        assert.deepEqual(plain(parseFlight(page(rows, cutAt))), expected)
      }),
    )
  })

  it('resolves a cycle to null, and executes or fetches nothing', () => {
    const ring =
      '1:{"next":"$0"}\n0:{"next":"$1","action":"$F2","proto":{"__proto__":{"x":1}},"e":"$E(() => 1)"}\n'
    assert.deepEqual(plain(resolveFlight(Buffer.from(ring))), {
      next: { next: null },
      action: null,
      proto: {},
      e: null,
    })
  })

  it('refuses rows that become too large when their references are resolved', () => {
    const large = JSON.stringify(Array.from({ length: 1000 }, (_, at) => ({ at })))
    const rowsReferring = (references: number) =>
      Buffer.from(`1:${large}\n0:${JSON.stringify(Array.from({ length: references }, () => '$1'))}\n`)
    assert.equal((resolveFlight(rowsReferring(100)) as unknown[]).length, 100)
    assert.throws(() => resolveFlight(rowsReferring(10_000)), /unreadable: its rows have more than/)
    const doubling = Array.from(
      { length: 40 },
      (_, at) => `${(at + 1).toString(16)}:["$${at.toString(16)}","$${at.toString(16)}"]`,
    )
    const bomb = `${doubling.join('\n').replace('1:["$0","$0"]', '1:[0]')}\n0:["$28"]\n`
    assert.throws(() => resolveFlight(Buffer.from(bomb)), /unreadable/)
  })

  it('returns nothing for half a payload', () => {
    assert.equal(resolveFlight(Buffer.from('a:Tffff,short')), undefined)
    assert.equal(resolveFlight(Buffer.from('1:{"a"\n2:[1,\n0:{}\n')), undefined)
    assert.equal(parseFlight('<p>no rows</p>'), undefined)
  })

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        resolveFlight(Buffer.from(bytes))
      }),
    )
  })
})

describe('candidates', () => {
  it('classifies a list by its path, and ignores look-alikes', () => {
    const found = candidates({
      navigation: [{ id: 1, name: 'Overview' }],
      sections: [{ id: 2, name: 'SOC 2 Type II' }],
      page: { certifications: [{ name: 'ISO 27001' }, { name: 'GDPR' }] },
      vendors: [{ name: 'Example Cloud', url: 'https://example.com' }],
    })
    assert.deepEqual(found.certifications, [{ label: 'ISO 27001' }, { label: 'GDPR' }])
    assert.deepEqual(
      found.subprocessors.map(({ name }) => name),
      ['Example Cloud'],
    )
    assert.deepEqual([found.documents, found.controls], [[], []])
  })

  it('accepts a list only if four rows in five are valid', () => {
    const names = ['SOC 2', 'GDPR', 'a sentence about security', 'another one', 'HIPAA']
    assert.deepEqual(candidates({ frameworks: names.map((name) => ({ name })) }).certifications, [])
  })
})
