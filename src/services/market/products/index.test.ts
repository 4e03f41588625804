import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { products } from './index.ts'
import { productRoutes } from './product-table.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Members at any depth that do not say what they mean. */
function silent(schema: unknown, place: string): string[] {
  const { properties = {}, items, anyOf = [] } = (schema ?? {}) as Schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(isTold(member) ? [] : [`${place}.${name}`]),
      ...silent(member, `${place}.${name}`),
    ]),
    ...(items ? silent(items, `${place}[]`) : []),
    ...anyOf.flatMap((one) => silent(one, place)),
  ]
}

function isTold({ description, anyOf = [] }: Schema): boolean {
  return Boolean(description) || anyOf.some(isTold)
}

describe('products', () => {
  for (const { name, path } of productRoutes) {
    it(`${path} says what each of its parameters and fields means`, () => {
      const { params, query, response } = products[name]
      const fields = 'rows' in response ? response.rows : response.data
      assert.deepEqual([...silent(params, 'path'), ...silent(query, 'query'), ...silent(fields, 'field')], [])
    })
  }
})
