import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPlausibilityGate } from '../../../sync/plausibility.ts'
import type { Findings } from '../normalise/findings.ts'
import { toItems } from '../normalise/items.ts'
import type { CenterRecord, Item } from '../schema/records.ts'
import { trustPlausibility } from './plausibility.ts'

const capturedAt = Date.parse('2026-11-15T12:00:00Z')

function item(surface: Item['surface'], key: string, facts: object = {}): Item {
  return { surface, key, subject: key, label: key, facts } as unknown as Item
}

describe('a trust center with rows that cannot be true', () => {
  it('is published without them, and their surfaces are incomplete', () => {
    const record = {
      type: 'read',
      items: [
        item('documents', 'a'),
        item('documents', 'b', { expires_on: '2126-01-01' }),
        item('documents', 'c', { published_at: '1969-12-31' }),
        item('certifications', 'd', { expires_on: '2030-01-01' }),
        item('subprocessors', 'e'.repeat(8001)),
      ],
      incomplete: ['controls', 'documents'],
    } as unknown as CenterRecord
    const replaced = trustPlausibility
      .open({ member: { id: 'm' }, capturedAt })
      .replace(record) as CenterRecord
    assert.deepEqual(
      replaced.items.map(({ key }) => key),
      ['a', 'd'],
    )
    assert.deepEqual(replaced.incomplete, ['controls', 'documents', 'subprocessors'])
  })

  it('lacks a vendor with an endless name, which is not another vendor with a long one', () => {
    const subprocessors = [{ name: 'long '.repeat(40_000) }, { name: 'Stripe' }]
    const findings: Findings = { gate: 'none', states: { subprocessors: 'read' }, subprocessors }
    const items = toItems(findings, { name: 'Acme', website: null }, assert.fail)
    const gate = openPlausibilityGate(trustPlausibility, { member: { id: 'm' }, capturedAt })
    const passed = gate.pass({ type: 'read', items } as unknown as CenterRecord) as CenterRecord
    assert.deepEqual(
      passed.items.map(({ label }) => label),
      ['Stripe'],
    )
    assert.deepEqual(passed.incomplete, ['subprocessors'])
  })
})
