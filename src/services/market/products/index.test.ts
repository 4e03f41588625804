import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { products } from './index.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Members at any depth without a description. */
function undescribed(schema: unknown, place: string): string[] {
  const { properties = {}, items, anyOf = [] } = (schema ?? {}) as Schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(isDescribed(member) ? [] : [`${place}.${name}`]),
      ...undescribed(member, `${place}.${name}`),
    ]),
    ...(items ? undescribed(items, `${place}[]`) : []),
    ...anyOf.flatMap((one) => undescribed(one, place)),
  ]
}

function isDescribed({ description, anyOf = [] }: Schema): boolean {
  return Boolean(description) || anyOf.some(isDescribed)
}

describe('products', () => {
  for (const { path, params, query, response } of products) {
    it(`${path} describes each of its parameters and fields`, () => {
      const fields = 'rows' in response ? response.rows : response.data
      assert.deepEqual(
        [...undescribed(params, 'path'), ...undescribed(query, 'query'), ...undescribed(fields, 'field')],
        [],
      )
    })
  }
})
