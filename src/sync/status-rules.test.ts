import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStatusRule, type StatusRules, statusesOf, toFailure } from './status-rules.ts'

const rules: StatusRules = [
  {
    statuses: [303],
    locationHas: ['maintenance'],
    means: 'unavailable',
    evidence: 'made up for this test',
  },
  {
    statuses: [303, 404],
    kinds: ['list'],
    means: 'gone',
    confirmedBy: 'the careers page',
    evidence: 'made up for this test',
  },
  { statuses: [200], bodyHas: ['"errorType"'], means: 'unavailable', evidence: 'made up for this test' },
]

function response(status: number, body = '', location?: string) {
  return { status, body, headers: location === undefined ? {} : { location } }
}

function meaningOf(kind: string, ...rest: Parameters<typeof response>) {
  return findStatusRule(rules, kind, response(...rest))?.means
}

test('The first rule whose status, kind, location and body fit decides what a response means.', () => {
  assert.equal(meaningOf('list', 303, '', 'https://vendor.example/Maintenance-page'), 'unavailable')
  assert.equal(meaningOf('list', 303, '', 'https://vendor.example/'), 'gone')
  assert.equal(meaningOf('list', 404), 'gone')
  assert.equal(meaningOf('detail', 404), undefined)
  assert.equal(meaningOf('list', 200, '{"errorType":"Error"}'), 'unavailable')
})

test('A rule may apply to one type of content only.', () => {
  const typed = [{ statuses: [401], typeHas: 'json', means: 'refused', evidence: 'made up' } as const]
  const meaning = (type: string) =>
    findStatusRule(typed, 'list', { status: 401, body: '', headers: { 'content-type': type } })?.means
  assert.equal(meaning('application/JSON; charset=utf-8'), 'refused')
  assert.equal(meaning('text/html'), undefined)
})

test('A long body is what was requested, whatever words occur in it.', () => {
  assert.equal(meaningOf('list', 200, `{"text":"${'x'.repeat(5000)}","errorType":"Error"}`), undefined)
})

test('The statuses to accept are those of the rules for the kind of request.', () => {
  assert.deepEqual(statusesOf(rules, 'list'), [303, 404, 200])
  assert.deepEqual(statusesOf(rules, 'detail'), [303, 200])
})

test('A failure has the code that belongs to the meaning.', () => {
  const failureOf = (means: 'refused' | 'partial') =>
    toFailure({ statuses: [400], means, evidence: 'made up for this test' }, { status: 400 })
  assert.equal(failureOf('refused').code, 'upstream_refused')
  assert.equal(failureOf('partial').code, 'upstream_changed')
  assert.match(failureOf('partial').message, /status 400/)
})
