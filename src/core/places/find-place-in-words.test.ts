import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPlaceInWords } from './find-place-in-words.ts'

/** `[preposition and name] place`, with a question mark if it is not certain. */
function found(text: string, home?: string): string | undefined {
  const words = text.split(' ')
  const result = findPlaceInWords(words, { home })
  if (result === undefined) return undefined
  const { place, start, end, certain } = result
  const { city = '-', region = '-', country = '-' } = place
  return `[${words.slice(start, end).join(' ')}] ${city}/${region}/${country}${certain ? '' : '?'}`
}

describe('the place in words', () => {
  it('is the longest name', () => {
    for (const [text, expected] of [
      ['product manager london', '[london] London/ENG/GB'],
      ['nurse new york', '[new york] New York/NY/US'],
      ['new york nurse', '[new york] New York/NY/US'],
      ['krankenschwester münchen', '[münchen] Munich/BY/DE'],
      ['krankenschwester munich', '[munich] Munich/BY/DE'],
      ['welder cape town', '[cape town] Cape Town/WC/ZA'],
      ['engineer nyc', '[nyc] New York/NY/US'],
      ['nurse LA', '[LA] Los Angeles/CA/US'],
      ['nurse lafayette LA', '[lafayette LA] Lafayette/LA/US'],
      ['engineer bavaria', '[bavaria] -/BY/DE'],
      ['engineer germany', '[germany] -/-/DE'],
      ['エンジニア 東京', '[東京] Tokyo/13/JP'],
    ] as const)
      assert.equal(found(text), expected, text)
  })

  it('includes its region or country', () => {
    for (const [text, expected] of [
      ['developer portland or seattle', '[portland] Portland/OR/US'],
      ['developer portland me', '[portland me] Portland/ME/US'],
      ['nurse salem or', '[salem or] Salem/OR/US'],
      ['welder mobile al', '[mobile al] Mobile/AL/US'],
      ['cook london on', '[london on] London/ON/CA'],
      ['developer portland me too', '[portland] Portland/OR/US'],
      ['developer portland ME', '[portland ME] Portland/ME/US'],
      ['welder mobile AL', '[mobile AL] Mobile/AL/US'],
      ['chef nice france', '[nice france] Nice/PAC/FR'],
      ['chef paris tx', '[paris tx] Paris/TX/US'],
    ] as const)
      assert.equal(found(text), expected, text)
  })

  it('is not certain for words that mean something else too, unless a preposition says so', () => {
    for (const [text, expected] of [
      ['reading teacher', '[reading] Reading/ENG/GB?'],
      ['teacher in reading', '[in reading] Reading/ENG/GB'],
      ['nice people', '[nice] Nice/PAC/FR?'],
      ['vagas belem para', '[belem para] Belém/PA/BR'],
      ['van driver', '[van] Van/65/TR?'],
      ['bar manager', '[bar] Bar/02/ME?'],
      ['capital markets analyst', '[capital] -/84/DK?'],
    ] as const)
      assert.equal(found(text), expected, text)
  })

  it('is none in words of jobs', () => {
    for (const text of [
      'java developer',
      'mobile developer',
      'rust engineer',
      'sales manager',
      'senior data scientist',
      'join us',
      'work in it',
      'c# .net',
      'remote',
      'general manager',
      'north',
      'trabajo para enfermera',
      'human resources manager',
      'garde la nuit',
      'jobs in die pflege',
      'the of and in for',
    ])
      assert.equal(found(text), undefined, text)
  })

  it('is the one at home if the name alone does not tell', () => {
    assert.equal(found('nurse cambridge'), '[cambridge] Cambridge/-/-')
    assert.equal(found('nurse cambridge', 'GB'), '[cambridge] Cambridge/ENG/GB')
    assert.equal(found('nurse cambridge', 'US'), '[cambridge] Cambridge/MA/US')
    assert.equal(found('nurse dublin', 'US'), '[dublin] Dublin/L/IE')
  })

  it('takes long texts', () => {
    assert.equal(found('word '.repeat(10_000)), undefined)
    assert.equal(findPlaceInWords([]), undefined)
  })
})
