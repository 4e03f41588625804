import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type BoundedRegexp,
  findProblems,
  findRegexps,
  type Judge,
  loadJudge,
} from '../../scripts/check-regexps.ts'

describe('the check of regular expressions', () => {
  it('finds literals, constant texts and the patterns of schemas', () => {
    const found = findRegexps(
      'src/x.ts',
      [
        'const word = /a+/gi',
        "const names = 'b|c'",
        `const built = new RegExp(\`^\${names}\${word.source}$\`, 'u')`,
        "const schema = { pattern: '^d+$' }",
        'const unknown = new RegExp(parameter)',
      ].join('\n'),
    )
    assert.deepEqual(
      found.map(({ line, source, flags }) => [line, source, flags]),
      [
        [1, 'a+', 'gi'],
        [3, '^b|ca+$', 'u'],
        [4, '^d+$', 'u'],
        [5, undefined, ''],
      ],
    )
  })

  it('finds the patterns of schemas however they are written', () => {
    const found = findRegexps(
      'src/x.ts',
      [
        "const named = '^a+$'",
        'const schema = { pattern: named }',
        `const template = { "pattern": \`\${named}b\` }`,
        'const listed = { pattern: oneOf(values) }',
        'function short(pattern: string) { return { pattern } }',
        'const copied = { pattern: schema.pattern }',
        'const setting = { pattern: /c/ }',
      ].join('\n'),
    )
    assert.deepEqual(
      found.map(({ line, source, flags }) => [line, source, flags]),
      [
        [2, '^a+$', 'u'],
        [3, '^a+$b', 'u'],
        [4, undefined, 'u'],
        [5, undefined, 'u'],
        [7, 'c', ''],
      ],
    )
  })

  it('fails for a cubic, a quadratic and an exponential expression, and for one of unknown text', async () => {
    const judge = await loadJudge()
    const problems = (code: string, bounded: readonly BoundedRegexp[] = []) =>
      findProblems(findRegexps('src/x.ts', code), bounded, judge).map((line) => line.split(' time')[0])
    assert.deepEqual(problems('/^\\s*([a-z-]+)\\s*:\\s*(.*?)\\s*(?:#.*)?$/i.exec(line)'), [
      'src/x.ts:1: polynomial',
    ])
    assert.deepEqual(problems('/\\s+$/'), ['src/x.ts:1: polynomial'])
    assert.deepEqual(problems('/^(a|a)*$/'), ['src/x.ts:1: exponential'])
    assert.deepEqual(problems('new RegExp(parameter)'), ['src/x.ts:1: undecided'])
    assert.deepEqual(problems('/^[a-z]+$/; /a{1,3}/; /\\d+/'), [])
  })

  it('accepts an expression whose input is bounded, and fails for an entry that is not needed', () => {
    const judge: Judge = ({ source }) => (source === 'a' ? 'polynomial' : 'linear')
    const entry = (text: string) => ({ path: 'src/x.ts', text, bound: '100 characters' })
    const found = findRegexps('src/x.ts', '/a/; /b/')
    assert.deepEqual(findProblems(found, [entry('/a/')], judge), [])
    const stale = findProblems(found, [entry('/a/'), entry('/b/'), entry('/c/')], judge)
    assert.deepEqual(
      stale.map((line) => line.slice(-3)),
      ['/b/', '/c/'],
    )
  })
})
