/** Values that no board should send. */

const deep = `${'['.repeat(40)}${']'.repeat(40)}`

/** As JSON, because that is what a board sends. */
export const hostileValues: Readonly<Record<string, string>> = {
  null: 'null',
  'a number': '7',
  'a huge number': '1e308',
  'a flag': 'true',
  'a list': '[null, 7, {}]',
  'an object': '{"id": {}, "name": ["x"]}',
  'a nested value': deep,
  'an empty text': '""',
  'a huge text': JSON.stringify('x '.repeat(100_000)),
  'control characters': '"\\u0000\\u202e\\ud800 <b>x"',
  'an impossible date': '"2026-02-31T99:99:99Z"',
  'the name of a prototype': '{"__proto__": {"id": 1}, "constructor": 1}',
}
