import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LayoutSeat } from '../schema/records.ts'
import { decodeLayout, encodeLayout } from './seat-layout.ts'

const plain: LayoutSeat = {
  id: '1_2',
  label: 'A1',
  row: 'A',
  number: '1',
  section: 0,
  x: 0,
  y: 3,
  kind: 'standard',
}

describe('an encoded layout', () => {
  it('is decoded unchanged', () => {
    const layout = {
      sections: [{ id: 'main', label: 'Stalls', rows: 1, columns: 6 }],
      seats: [
        plain,
        { ...plain, id: 'A1' },
        { ...plain, label: 'Box "1", left' },
        { ...plain, id: '', label: '', row: '', number: '' },
        { ...plain, kind: 'wheelchair', rawKind: 'Special' },
        { ...plain, kind: 'unknown', group: 'pair-1' },
        { ...plain, kind: 'loveseat', rawKind: 'Sofa', group: 'pair-2' },
      ] as const,
    }
    assert.deepEqual(decodeLayout(encodeLayout(layout)), layout)
  })

  it('uses few bytes per seat', () => {
    const seats = Array.from({ length: 150 }, (_, index) => ({ ...plain, number: String(index), x: index }))
    assert.ok(encodeLayout({ sections: [], seats }).length < 150 * 40)
  })
})
