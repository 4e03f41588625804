import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { cursor, day, instant, limit, nullable, oneOf, withDefault } from '../../openapi/fields.ts'
import { createBodyParser, createParameterParser } from './validate.ts'

function catchFailure(work: () => unknown): Failure {
  try {
    work()
  } catch (thrown) {
    assert.ok(thrown instanceof Failure, String(thrown))
    return thrown
  }
  throw new assert.AssertionError({ message: 'it was accepted' })
}

const Query = Type.Object({
  limit: limit(200, 50),
  days: Type.Optional(Type.Integer({ minimum: 1 })),
  ratio: Type.Optional(Type.Number()),
  open: Type.Optional(Type.Boolean()),
  kind: Type.Optional(oneOf(['film', 'play'])),
  on: Type.Optional(day()),
  since: Type.Optional(instant()),
  town: Type.Optional(Type.String({ minLength: 1, maxLength: 10 })),
  sort: withDefault(oneOf(['new', 'old']), 'new'),
  cursor: Type.Optional(cursor()),
})

describe('query parameters', () => {
  const parse = createParameterParser(Query, 'query')

  it('become typed values, and defaults are filled in', () => {
    assert.deepEqual(parse({}), { limit: 50, sort: 'new' })
    assert.deepEqual(
      parse({
        limit: '7',
        days: '3',
        ratio: '-0.5',
        open: 'true',
        kind: 'film',
        on: '2026-02-28',
        town: 'Ely',
      }),
      {
        limit: 7,
        days: 3,
        ratio: -0.5,
        open: true,
        kind: 'film',
        on: '2026-02-28',
        town: 'Ely',
        sort: 'new',
      },
    )
  })

  it('are in the same order, in whichever they were sent', () => {
    const sent = { town: 'Ely', limit: '7', sort: 'old', kind: 'film' }
    const texts = [sent, Object.fromEntries(Object.entries(sent).reverse())].map((input) =>
      JSON.stringify(parse(input)),
    )
    assert.deepEqual(texts, Array(2).fill('{"limit":7,"kind":"film","town":"Ely","sort":"old"}'))
  })

  it('that are numbers take any double, as it is usually written', () => {
    const parsed = { limit: 50, ratio: -0.12000000000000001, sort: 'new' }
    assert.deepEqual(parse({ ratio: '-0.12000000000000001' }), parsed)
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (ratio) => {
        assert.equal((parse({ ratio: String(ratio) }) as { ratio: number }).ratio, ratio === 0 ? 0 : ratio)
      }),
    )
  })

  const invalidInputs: [string, string, RegExp][] = [
    ['limit', 'abc', /an integer/],
    ['limit', '1.5', /an integer/],
    ['limit', '', /an integer/],
    ['limit', ' 5', /an integer/],
    ['limit', '+5', /an integer/],
    ['limit', '0x10', /an integer/],
    ['limit', '1e2', /an integer/],
    ['limit', '99999999999999999999', /an integer/],
    ['limit', '0', /at least 1\./],
    ['limit', '-3', /at least 1\./],
    ['limit', '201', /at most 200\./],
    ['days', '0', /at least 1\./],
    ['ratio', '1e999', /decimal number/],
    ['ratio', 'NaN', /decimal number/],
    ['ratio', 'Infinity', /decimal number/],
    ['ratio', '.5', /decimal number/],
    ['open', '1', /true or false/],
    ['open', 'TRUE', /true or false/],
    ['kind', 'opera', /one of film, play/],
    ['on', '2026-02-30', /valid date/],
    ['on', '28.02.2026', /valid date/],
    ['since', '2026-02-28', /valid timestamp/],
    ['since', '2016-12-31T23:59:60Z', /valid timestamp/],
    ['limit', '01', /an integer/],
    ['limit', '-0', /an integer/],
    ['ratio', '00.5', /decimal number/],
    ['ratio', '1.', /decimal number/],
    ['ratio', '1e', /decimal number/],
    ['town', '', /at least 1 character\./],
    ['town', 'Llanfairpwllgwyngyll', /at most 10 characters/],
  ]
  for (const [name, text, message] of invalidInputs) {
    it(`${name}=${text} is rejected with its name and the expected value`, () => {
      const failure = catchFailure(() => parse({ [name]: text }))
      assert.equal(failure.code, 'invalid_request')
      assert.match(failure.message, message)
      assert.equal(failure.details?.parameter, name)
    })
  }

  it('with an unknown name are rejected with the closest match', () => {
    const failure = catchFailure(() => parse({ limt: '5' }))
    assert.equal(failure.details?.did_you_mean, 'limit')
    assert.match(failure.message, /Did you mean "limit"/)
  })

  it('whose offset lost its plus sign are rejected with the way to send it', () => {
    const hintOf = (since: string) =>
      / In a query, .* send it as %2B\.$/.test(catchFailure(() => parse({ since })).message)
    assert.ok(hintOf('2026-11-17T18:00:00 01:00'))
    assert.ok(hintOf('2026-11-17T18:00:00.5 0100'))
    assert.ok(!hintOf('2026-11-17 18:00'))
    assert.deepEqual(parse({ since: '2026-11-17T18:00:00+01:00' }), {
      limit: 50,
      since: '2026-11-17T18:00:00+01:00',
      sort: 'new',
    })
  })

  it('that consist of known values are rejected with all of them', () => {
    const place = Type.String({ pattern: '^(A|B)(\\|(A|B))*$', 'x-values': ['A', 'B'], examples: ['A|B'] })
    const failure = catchFailure(() => createParameterParser(Type.Object({ place }), 'query')({ place: 'C' }))
    assert.equal(failure.message, 'The parameter "place" must be one of A, B; for example A|B.')
    assert.deepEqual(failure.details?.allowed, ['A', 'B'])
  })

  it('named like members of Object.prototype are unknown', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
      const input = Object.create(null) as Record<string, string>
      input[name] = 'x'
      assert.equal(catchFailure(() => parse(input)).code, 'invalid_request', name)
    }
  })

  it('yield a value or a Failure for any input', () => {
    const names = fc.oneof(fc.constantFrom(...Object.keys(Query.properties)), fc.string())
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (input) => {
        try {
          parse(input)
        } catch (thrown) {
          assert.ok(thrown instanceof Failure)
          assert.equal(thrown.status, 400)
        }
      }),
    )
  })
})

describe('path parameters', () => {
  it('with a control character are malformed', () => {
    const parse = createParameterParser(Type.Object({ id: Type.String() }), 'path')
    for (const id of ['\u0000', 'a\u0000b', 'a\u001fb', '\u007f']) {
      assert.equal(catchFailure(() => parse({ id })).code, 'malformed_request')
    }
    assert.deepEqual(parse({ id: 'th_ü 1' }), { id: 'th_ü 1' })
  })
})

it('a value that does not match its pattern is answered with an example', () => {
  const code = Type.String({ pattern: '^[0-9]{6}$', examples: ['042137'] })
  const parseQuery = createParameterParser(Type.Object({ code }), 'query')
  assert.match(catchFailure(() => parseQuery({ code: '1' })).message, /must be a value such as 042137\.$/)
  const parseBody = createBodyParser(Type.Object({ list: Type.Array(Type.Object({ code })) }))
  assert.match(catchFailure(() => parseBody({ list: [{ code: '1' }] })).message, /"list\.0\.code".*042137/)
})

it('a value that does not match its pattern is answered in words, never with the pattern', () => {
  const root = Type.String({
    pattern: '^[A-Z.]{1,9}$',
    'x-words': 'at most 9 capitals and dots',
    examples: ['A'],
  })
  const id = Type.String({ pattern: '^[a-z]{20}$' })
  const parse = createParameterParser(Type.Object({ root, id }), 'query')
  const message = (input: Record<string, string>) => catchFailure(() => parse(input)).message
  assert.match(message({ root: 'a', id: 'a'.repeat(20) }), /must be at most 9 capitals and dots\.$/)
  assert.match(message({ root: 'A', id: '1' }), /must be text in the documented form\.$/)
})

it('a decimal number that may not be negative is answered with an example that is not', () => {
  const parse = createParameterParser(Type.Object({ pay: Type.Number({ minimum: 0 }) }), 'query')
  assert.doesNotMatch(catchFailure(() => parse({ pay: '100k' })).message, /-/)
})

it('a value that may be a day or a timestamp is answered with both', () => {
  const since = Type.String({ anyOf: [{ format: 'date' }, { format: 'date-time' }] })
  const parse = createParameterParser(Type.Object({ since }), 'query')
  assert.match(
    catchFailure(() => parse({ since: 'yesterday' })).message,
    /date such as .* or a valid timestamp/,
  )
})

it('a timestamp that lacks only its offset is answered with it', () => {
  const from = Type.String({ format: 'date-time' })
  const parse = createParameterParser(Type.Object({ from }), 'query')
  for (const [sent, hint] of [
    ['2026-11-20T17:00:00', / The offset is missing: send 2026-11-20T17:00:00Z, or /],
    ['2026-11-20 17:00', / The offset is missing: send 2026-11-20T17:00:00Z, or /],
    ['2026-11-20T17:00:00 01:00', /%2B\.$/],
    ['2026-13-20T17:00:00', /18:00:00Z\.$/],
    ['tonight', /18:00:00Z\.$/],
  ] as const)
    assert.match(catchFailure(() => parse({ from: sent })).message, hint)
  const corrected = { from: '2026-11-20T17:00:00Z' }
  assert.deepEqual(parse(corrected), corrected)
})

it('an unknown field is named if another one is missing, with its path and the known ones', () => {
  const area = Type.Object({ lat: Type.Number(), lon: Type.Number() })
  const parse = createBodyParser(Type.Object({ area: Type.Optional(area) }))
  const { message, details } = catchFailure(() => parse({ area: { near: 'London' } }))
  assert.equal(message, 'Unknown field "area.near". The field "area.lat" is required.')
  assert.deepEqual(details, { parameter: 'area.near', known: ['lat', 'lon'] })
})

describe('bodies', () => {
  const parse = createBodyParser(
    Type.Object({
      label: Type.String({ minLength: 1, maxLength: 80 }),
      count: Type.Optional(Type.Integer()),
      share: Type.Optional(Type.Number()),
      note: Type.Optional(nullable(Type.String())),
      items: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
      inner: Type.Optional(Type.Object({ size: Type.Integer() })),
      mode: withDefault(oneOf(['a', 'b']), 'a'),
    }),
  )

  it('are passed on unchanged, with defaults filled in', () => {
    assert.deepEqual(parse({ label: 'x', note: null }), { label: 'x', note: null, mode: 'a' })
  })

  const invalidInputs: [unknown, string | undefined][] = [
    [null, undefined],
    [[], undefined],
    ['text', undefined],
    [{}, 'label'],
    [{ label: 5 }, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'x', count: '5' }, 'count'],
    [{ label: 'x', count: 1.5 }, 'count'],
    [{ label: 'x', count: 1e20 }, 'count'],
    [{ label: 'x', share: Number.POSITIVE_INFINITY }, 'share'],
    [{ label: 'x', lable: 'y' }, 'lable'],
    [{ label: 'x', inner: { size: 1, extra: 2 } }, 'inner.extra'],
    [{ label: 'x', inner: { size: '1' } }, 'inner.size'],
    [{ label: 'x', items: [{ id: 'a' }, { id: 'b', owner: 'me' }] }, 'items.1.owner'],
    [{ label: 'x', mode: 'c' }, 'mode'],
  ]
  for (const [body, parameter] of invalidInputs) {
    it(`${JSON.stringify(body)} is rejected, naming ${parameter ?? 'the body'}`, () => {
      const failure = catchFailure(() => parse(body))
      assert.equal(failure.code, 'invalid_request')
      assert.equal(failure.details?.parameter, parameter)
    })
  }

  it('yield a value or a Failure for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        try {
          parse(body)
        } catch (thrown) {
          assert.ok(thrown instanceof Failure)
        }
      }),
    )
  })
})
