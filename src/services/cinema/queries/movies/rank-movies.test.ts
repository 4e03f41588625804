import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOneEditApart, isTwoEditsApart, searchWords } from '../../../../core/text/search-words.ts'
import { MovieSearch } from './rank-movies.ts'

function searchOf(...titles: (string | { title: string; others: string[] })[]): (q: string) => string[] {
  const search = new MovieSearch()
  const names = new Map<string, string>()
  for (const [index, one] of titles.entries()) {
    const { title, others } = typeof one === 'string' ? { title: one, others: [] } : one
    names.set(`m${index}`, title)
    search.put({
      id: `m${index}`,
      titleKey: title.toLowerCase(),
      title: searchWords(title),
      others: others.map(searchWords),
    })
  }
  return (q) => search.find(q).map(({ movie }) => names.get(movie.id) ?? '')
}

describe('searchWords', () => {
  it('folds case, accents and letters that have none', () => {
    assert.deepEqual(searchWords('Ætherfall: Złota jesień'), ['aetherfall', 'zlota', 'jesien'])
    assert.deepEqual(searchWords('Straße, Smørrebrød & Đà Nẵng'), ['strasse', 'smorrebrod', 'da', 'nang'])
    assert.deepEqual(searchWords("Don't Look Now – L’été"), ['dont', 'look', 'now', 'lete'])
    assert.deepEqual(searchWords('君の名は 2'), ['君の名は', '2'])
    assert.deepEqual(searchWords('\ud800 !?'), [])
  })
})

describe('isOneEditApart', () => {
  for (const [one, other, isOne] of [
    ['moon', 'moan', true],
    ['moon', 'mon', true],
    ['moon', 'moons', true],
    ['moon', 'omon', true],
    ['moon', 'moon', false],
    ['moon', 'noom', false],
    ['moon', 'mn', false],
  ] as const) {
    it(`${one} and ${other}: ${isOne}`, () => {
      assert.deepEqual([isOneEditApart(one, other), isOneEditApart(other, one)], [isOne, isOne])
    })
  }
})

describe('isTwoEditsApart', () => {
  for (const [one, other, isTwo] of [
    ['moonlight', 'moenlihgt', true],
    ['moonlight', 'munlight', true],
    ['moonlight', 'moonlights', true],
    ['moonlight', 'omonlihgt', true],
    ['moonlight', 'lmoonlightx', true],
    ['moonlight', 'moonlight', false],
    ['moonlight', 'munlite', false],
    ['moonlight', 'mnlih', false],
    ['ab', '', true],
    ['abc', '', false],
  ] as const) {
    it(`${one} and ${other}: ${isTwo}`, () => {
      assert.deepEqual([isTwoEditsApart(one, other), isTwoEditsApart(other, one)], [isTwo, isTwo])
    })
  }
})

describe('a search for movies', () => {
  const find = searchOf(
    'Ætherfall',
    'Złota jesień',
    'The Long Harvest',
    'Harvest',
    'Harvest Moon',
    { title: 'Copper Road', others: ['Kupfermond', 'Ida Harvest'] },
    'Spider-Man: Homecoming',
    'Moonstruck',
  )

  it('finds titles in plain letters', () => {
    assert.deepEqual(find('aetherfall'), ['Ætherfall'])
    assert.deepEqual(find('ÆTHERFALL'), ['Ætherfall'])
    assert.deepEqual(find('zlota'), ['Złota jesień'])
    assert.deepEqual(find('zlota jesien'), ['Złota jesień'])
  })

  it('finds half-typed titles', () => {
    assert.deepEqual(find('aethe'), ['Ætherfall'])
    assert.deepEqual(find('the long har'), ['The Long Harvest'])
    assert.deepEqual(find('spider-ma'), ['Spider-Man: Homecoming'])
    assert.deepEqual(find('spiderman'), ['Spider-Man: Homecoming'])
  })

  it('finds a title with one wrong letter, but only if there is no better match', () => {
    for (const q of ['aetherfoll', 'aetherfal', 'aetherfalls', 'aehterfall', 'aethx'])
      assert.deepEqual(find(q), ['Ætherfall'], q)
    assert.deepEqual(find('kupfermont'), ['Copper Road'])
    assert.deepEqual(find('long harvets'), ['The Long Harvest'])
    assert.deepEqual(find('moon'), ['Harvest Moon', 'Moonstruck'])
    assert.deepEqual(find('man'), ['Spider-Man: Homecoming'])
  })

  it('finds a title whose last word has only its first letter', () => {
    const findLast = searchOf('The Last Ferry', 'The Last Garden', 'Ferry')
    assert.deepEqual(findLast('the last f'), ['The Last Ferry'])
    assert.deepEqual(findLast('f'), [])
  })

  it('finds a title with one wrong letter in a short word, but no other number', () => {
    const findShort = searchOf('Two Left Feet', 'Area 51', 'Room 1408')
    for (const q of ['two lft feet', 'tow left feet', 'twoleft feet'])
      assert.deepEqual(findShort(q), ['Two Left Feet'], q)
    for (const q of ['area 52', 'room 1409', 'tw lft feet']) assert.deepEqual(findShort(q), [], q)
  })

  it('requires all words, and finds nothing without a word', () => {
    assert.deepEqual(find('harvest copper road'), ['Copper Road'])
    assert.deepEqual(find('harvest nothing'), [])
    assert.deepEqual(find('!!'), [])
    assert.deepEqual(find(''), [])
  })

  it('sorts by relevance: the whole title, its beginning, a word of it, other titles and names, then by title', () => {
    assert.deepEqual(find('harvest'), ['Harvest', 'Harvest Moon', 'The Long Harvest', 'Copper Road'])
    assert.deepEqual(searchOf('B moon', 'A moon', 'Moon')('moon'), ['Moon', 'A moon', 'B moon'])
  })

  it('forgets the words of a movie that changed', () => {
    const search = new MovieSearch()
    const movie = (title: string) => ({ id: 'm', titleKey: title, title: searchWords(title), others: [] })
    search.put(movie('Working Title'))
    search.put(movie('Final'))
    assert.equal(search.find('working').length, 0)
    assert.equal(search.find('final').length, 1)
  })
})

describe('a long query', () => {
  it('is not searched for with a wrong letter in each word, because each is compared with every word', () => {
    const find = searchOf('The Assassination of Jesse James by the Coward Robert Ford')
    assert.equal(find('asassination jese jams cowrd robrt').length, 1)
    assert.deepEqual(find('asassination jese jams cowrd robrt frod assassinatio'), [])
    assert.equal(find('assassination of jesse james by the coward robert').length, 1)
  })
})
