import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toCityLabel, toRegionLabels } from './place-names.ts'

it('names of a city in all languages and its short forms lead to one label', () => {
  for (const [label, ...names] of [
    ['Munich, Germany', 'München', 'Muenchen', 'München, Germany', 'Muenchen, DE'],
    ['New York, United States', 'NYC', 'New York City'],
    ['Los Angeles, United States', 'LA', 'L.A.'],
    ['Washington, United States', 'DC', 'D.C.'],
    ['Bengaluru, India', 'Bangalore'],
    ['Tokyo, Japan', '東京'],
    ['Beijing, China', '北京'],
    ['Seoul, South Korea', '서울'],
    ['Rome, Italy', 'Roma'],
    ['Vienna, Austria', 'Wien'],
  ] as const)
    for (const name of names) assert.equal(toCityLabel(name), label, name)
})

it('labels and unknown names stay as they are', () => {
  for (const label of [
    'Munich',
    'Munich, Germany',
    'Portland',
    'St. Louis, United States',
    'Smallville',
    'Pristina, Kosovo',
  ])
    assert.equal(toCityLabel(label), label)
})

it('names of a region lead to its codes', () => {
  for (const [name, ...labels] of [
    ['Bavaria', 'DE-BY'],
    ['Bayern', 'DE-BY'],
    ['California', 'US-CA'],
    ['CA', 'CA'],
    ['US-CA', 'US-CA'],
    ['Punjab', 'IN-PB', 'PK-PB'],
  ] as const)
    assert.deepEqual(toRegionLabels(name), labels, name)
})
