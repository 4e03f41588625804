import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { suggestParameter } from './suggest-parameter.ts'

const known = ['near', 'radius_miles', 'lat', 'lon', 'movie_id', 'from', 'to', 'q', 'limit', 'cursor']

describe('the suggested parameter', () => {
  for (const [name, meant] of [
    ['radius', 'radius_miles'],
    ['radiusMiles', 'radius_miles'],
    ['radius-miles', 'radius_miles'],
    ['miles', 'radius_miles'],
    ['movie', 'movie_id'],
    ['longitude', 'lon'],
    ['zip', 'near'],
    ['page_size', 'limit'],
    ['Page', 'cursor'],
    ['search', 'q'],
    ['limti', 'limit'],
    ['nere', 'near'],
    ['naer', 'near'],
    ['nea', 'near'],
    ['frmo', 'from'],
    ['neon', undefined],
    ['rear', 'near'],
    ['tone', undefined],
    ['form', 'from'],
    ['ne', undefined],
    ['sort_by', undefined],
    ['', undefined],
    ['constructor', undefined],
  ] as const) {
    it(`for ${JSON.stringify(name)} is ${meant}`, () => assert.equal(suggestParameter(name, known), meant))
  }
})
