import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { defineTownsSource, items } from './sync-fixture.ts'
import { testSource } from './test-source.ts'

const Item = Type.Object(
  { ref: Type.String({ minLength: 1 }), title: Type.String() },
  { additionalProperties: false },
)

testSource(defineTownsSource(), {
  member: 'bow',
  now: '2026-11-15T12:00:00Z',
  upstream: {
    '/bow?page=0': { body: { items: items('a', 2), next: true } },
    '/bow?page=1': { body: { items: [...items('b', 1), 7], next: false } },
  },
  records: [...items('a', 2), ...items('b', 1)],
  dropped: { 'not an item': 1 },
  empty: { '/bow?page=0': { body: { items: [], next: false } } },
  check: (record) => Value.Assert(Item, record),
})
