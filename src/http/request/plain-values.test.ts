import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { cursor, day, instant, limit, nullable, oneOf, withDefault } from '../openapi/fields.ts'
import { createPlainCheck } from './plain-values.ts'

const understood: Record<string, TSchema> = {
  'a page size': limit(200, 50),
  'an integer': Type.Integer(),
  'a number with bounds': Type.Number({ format: 'double', minimum: -90, maximum: 90, description: 'x' }),
  'a switch': Type.Optional(Type.Boolean({ description: 'x' })),
  'one of a list': withDefault(oneOf(['new', 'old']), 'new'),
  'a cursor': cursor(),
  'a text of three to five letters': Type.String({ minLength: 3, maxLength: 5 }),
  'any text': Type.String({ description: 'x', examples: ['a'] }),
}

describe('a value that is plain', () => {
  const anything = fc.oneof(
    fc.integer({ min: -300, max: 300 }),
    fc.double(),
    fc.boolean(),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom('new', 'old', '', null, 2 ** 60, Number.NaN, '🎬🎬', '🎬🎬🎬'),
  )
  for (const [name, schema] of Object.entries(understood)) {
    it(`is allowed by the schema: ${name}`, () => {
      const ajv = new Ajv2020({ strict: false, strictNumbers: true, validateFormats: false })
      const isAllowed = ajv.compile(schema)
      const isPlain = createPlainCheck(schema)
      assert.ok(isPlain)
      fc.assert(fc.property(anything, (value) => !isPlain(value) || isAllowed(value)))
    })
  }

  it('is found where most are', () => {
    const isPlain = (name: string, value: unknown) => createPlainCheck(understood[name] as TSchema)?.(value)
    const found = [
      isPlain('a page size', 20),
      isPlain('a number with bounds', -3.25),
      isPlain('a switch', false),
      isPlain('one of a list', 'old'),
      isPlain('any text', ''),
    ]
    assert.deepEqual(found, [true, true, true, true, true])
  })

  it('is not looked for where the schema says more', () => {
    const others = [
      day(),
      instant(),
      nullable(Type.Integer()),
      Type.String({ pattern: '^a' }),
      Type.Number({ format: 'float' }),
      Type.Number({ multipleOf: 2 }),
      Type.Integer({ exclusiveMinimum: 0 }),
      Type.Array(Type.String()),
      Type.Union([Type.String(), Type.Integer()]),
    ]
    for (const schema of others) assert.equal(createPlainCheck(schema), undefined, JSON.stringify(schema))
  })
})
