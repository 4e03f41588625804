import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chosenPlaceWarnings } from './list-warnings.ts'

it('a place that was chosen among others is explained with their names', () => {
  const place = { lat: 52.2, lon: 0.1, label: 'Cambridge, England', alternatives: ['A, Canada', 'B, Ohio'] }
  assert.deepEqual(chosenPlaceWarnings(place), [])
  assert.deepEqual(chosenPlaceWarnings({ ...place, reason: 'It has a theater.' }), [
    { code: 'other_place_chosen', message: 'It has a theater. The alternatives: A, Canada; B, Ohio.' },
  ])
})
