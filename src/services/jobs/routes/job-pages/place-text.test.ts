import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allPlacesText, placeText } from './place-text.ts'

const sydney = {
  city: 'Sydney',
  region: 'NSW',
  region_code: 'AU-NSW',
  country: 'Australia',
  country_code: 'AU',
}
const zurich = { city: 'Zürich', region: null, country: 'Switzerland', country_code: 'CH' }
const london = { city: 'London', region: null, country: 'United Kingdom', country_code: 'GB' }
const job = { location: 'Sydney, NSW, Australia', places: [sydney, zurich, london] }

describe('the place of a job with several', () => {
  it('is the one that a search is about', () => {
    const text = 'London, United Kingdom and 2 more places'
    for (const search of [
      { q: 'london' },
      { q: 'payroll lond' },
      { near: 'London, UK' },
      { city: 'London, United Kingdom' },
      { city: 'Paris|London' },
      { country: 'GB' },
    ])
      assert.equal(placeText(job, search), text, JSON.stringify(search))
    assert.match(placeText(job, { city: 'zurich' }), /^Zürich/)
    assert.match(
      placeText({ ...job, places: [london, sydney] }, { region: 'AU-NSW' }),
      /^Sydney.* and 1 more place$/,
    )
  })

  it('is the first one if no place is meant', () => {
    for (const search of [{}, { q: 'payroll' }, { city: '!London' }, { near: '51.5,-0.1' }])
      assert.equal(placeText(job, search), 'Sydney, NSW, Australia and 2 more places', JSON.stringify(search))
  })

  it('is complete on the page of the job', () => {
    assert.equal(allPlacesText(job), 'Sydney, NSW, Australia; Zürich, Switzerland; London, United Kingdom')
  })
})

describe('the place of a job with one or none', () => {
  it('is what the board says', () => {
    for (const places of [[], [london]]) {
      assert.equal(placeText({ location: 'Anywhere', places }, { q: 'london' }), 'Anywhere')
      assert.equal(allPlacesText({ location: 'Anywhere', places }), 'Anywhere')
    }
  })
})
