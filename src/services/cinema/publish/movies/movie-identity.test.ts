import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ExternalIds } from '../../schema/records.ts'
import { compareWorks, isOneEditApart, toWork } from './movie-identity.ts'

interface Facts {
  readonly year?: number
  readonly min?: number
  readonly ids?: ExternalIds
  readonly directors?: readonly string[]
}

type Side = string | [title: string, facts: Facts]

/** Listings of showings in 2025, with the facts their sources gave beside the title. */
const pairs: readonly [number: number, one: Side, verdict: '=' | '#', other: Side][] = [
  [1, 'Captain America: Brave New World', '=', 'Captain America: Brave New World (3D)'],
  [2, 'Captain America: Brave New World (2D)', '=', '(IMAX) Captain America: Brave New World'],
  [
    3,
    '(IMAX) LOTR: The War of the Rohirrim (Japanese)',
    '=',
    'LOTR:The War of the Rohirrim (Japanese Version)',
  ],
  [4, 'LOTR: The War of the Rohirrim', '=', 'The Lord of the Rings: The War of the Rohirrim'],
  [5, 'Pretty Woman (35th Anniversary)', '=', 'Pretty Woman'],
  [6, ['Se7en (30th Anniversary)', { min: 127 }], '=', ['Seven', { min: 127 }]],
  [7, 'Crouching Tiger, Hidden Dragon (25th Ann)', '=', 'Crouching Tiger, Hidden Dragon (25th Anniversary)'],
  [
    8,
    ['Crouching Tiger, Hidden Dragon (2001)', { min: 120 }],
    '=',
    ['Crouching Tiger, Hidden Dragon (2000)', { min: 120 }],
  ],
  [9, 'Eternal Sunshine of the Spotless Mind 4K Re-Issue', '=', 'Eternal Sunshine of the Spotless Mind'],
  [10, 'Picnic at Hanging Rock (4K Restoration)', '=', 'Picnic at Hanging Rock'],
  [11, 'Brief Encounter (80th Anniversary)', '=', 'Brief Encounter'],
  [12, 'M4J: The Wild Robot', '=', 'The Wild Robot'],
  [13, 'Autism Friendly Screening : Mufasa: The Lion King', '=', 'Mufasa: The Lion King'],
  [14, 'Mufasa: The Lion King', '#', 'The Lion King'],
  [15, "Members' Preview: September 5", '=', 'September 5 Unlimited Screening'],
  [16, 'September 5', '#', 'September'],
  [17, 'Toddler Club: Paddington in Peru', '=', 'Kids Club: Paddington in Peru'],
  [18, 'Bridget Jones Mad About The Boy', '=', 'Bridget Jones: Mad About the Boy'],
  [19, 'Bridget Jones: Mad About the Boy x Flower Workshop', '=', 'Bridget Jones: Mad About the Boy'],
  [20, 'Bridget Jones’s Diary', '#', 'Bridget Jones: Mad About the Boy'],
  [21, ['Wicked: Parents & Baby Screening', { min: 160 }], '=', ['Wicked', { min: 160 }]],
  [22, ['Wicked Sing-Along', { min: 160 }], '=', ['Wicked', { min: 160 }]],
  [23, 'The Colors Within (Dubbed)', '=', 'The Colors Within (Subbed)'],
  [
    24,
    'Dragon Ball Z: Battle of Gods - Extended (Dub)',
    '=',
    'Dragon Ball Z: Battle of Gods - Extended (Sub)',
  ],
  [25, 'Dominic And The Ladies Purse (Malayalam)', '=', 'Dominic and the Ladies’ Purse'],
  [26, 'Praavinkoodu Shappu', '=', 'Pravinkoodu Shappu'],
  [27, 'Game Changer (Hindi)', '=', 'Game Changer (Telugu)'],
  [28, 'NT Live: Dr. Strangelove', '=', 'NATIONAL THEATRE LIVE: Dr. Strangelove'],
  [29, 'NT Live: Dr. Strangelove', '#', 'Dr. Strangelove'],
  [30, 'The MET 2025: Verdi’s Aida', '=', 'Met Opera Season 2024-25: Aida'],
  [31, 'The Met: Live in HD 2024-25: Aida', '=', 'The Metropolitan Opera: Aida'],
  [32, 'The Metropolitan Opera: Aida', '#', 'Aida'],
  [33, 'ROH Royal Opera Live 2018 Die Walkure', '#', 'RBO 2024-25: Die Walküre'],
  [34, 'RBO 2024-25: Turandot', '=', 'ROYAL BALLET & OPERA: Turandot'],
  [35, 'The Odyssey', '=', 'The Odyssey: The IMAX Experience® in 70MM Film'],
  [36, 'THE ODYSSEY IN 70MM', '=', 'The Odyssey 70mm'],
  [
    37,
    ['L’Odyssée : Projection IMAX 70mm', { ids: { tmdb: '1' } }],
    '=',
    ['The Odyssey', { ids: { tmdb: '1' } }],
  ],
  [37, 'L’Odyssée : Projection IMAX 70mm', '#', 'The Odyssey'],
  [38, ['La Odisea', { ids: { moviexchange: 'a' } }], '=', ['The Odyssey', { ids: { moviexchange: 'a' } }]],
  [38, 'La Odisea', '#', 'The Odyssey'],
  [39, 'The Odyssey (2026)', '#', 'The Odyssey (1997)'],
  [40, ['Verity', { min: 117 }], '=', ['Verity (Version française)', { min: 115 }]],
  [
    41,
    ['Forgotten Island', { ids: { moviexchange: 'b' } }],
    '=',
    ['L’île de l’oubli', { ids: { moviexchange: 'b' } }],
  ],
  [41, 'Forgotten Island', '#', 'L’île de l’oubli'],
  [42, 'Avengers Endgame: Encore', '=', 'Avengers: Endgame'],
  [43, ['Idlewild (35mm)', { min: 121 }], '=', ['Idlewild', { min: 121 }]],
  [44, 'The Misconceived - 35MM', '=', 'The Misconceived'],
  [45, 'Suspiria (1977)', '#', 'Suspiria (2018)'],
  [46, 'Halloween (1978)', '#', 'Halloween (2018)'],
  [47, ['Nosferatu', { min: 132 }], '#', ['Nosferatu + Live Score', { min: 94 }]],
  [47, 'Nosferatu', '#', 'Nosferatu + Live Score'],
  [48, 'Resident Evil (2026)', '#', ['Resident Evil', { year: 2002 }]],
  [49, ['Moana', { year: 2026, min: 115 }], '#', ['Moana', { year: 2016, min: 107 }]],
  [50, 'Moana 2', '#', 'Moana'],
  [51, 'Dune: Part Two', '#', 'Dune'],
  [51, ['Dune: Part Two', { year: 2024, min: 166 }], '#', ['Dune', { year: 2021, min: 155 }]],
  [52, 'Dune: Part Two', '=', 'Dune 2'],
  [53, 'Little Women - 1994 version', '#', 'Little Women (2019)'],
  [54, 'Imitation of Life (1959)', '#', 'Imitation of Life (1934)'],
  [55, 'Chopping Mall (1986)', '=', 'Chopping Mall'],
  [
    56,
    ['Les Miserables (40th Anniversary)', { min: 165 }],
    '#',
    ['Les Misérables', { year: 2012, min: 158 }],
  ],
  [57, 'Valentines Double Bill: Badlands & Moonrise Kingdom', '#', 'Badlands'],
  [58, ['Companion', { year: 2025 }], '#', ['Companion', { year: 2018 }]],
  [58, 'Companion', '#', 'Companion'],
  [58, ['Companion', { year: 2025 }], '=', ['Companion', { year: 2025 }]],
  [59, ['Here', { year: 2024 }], '#', ['Here', { year: 2023, min: 82 }]],
  [59, ['Here', { year: 2024, min: 104 }], '=', ['Here', { year: 2024, min: 104 }]],
  [60, ['Maria', { year: 2024 }], '#', ['Maria', { year: 2013 }]],
  [60, 'Maria', '#', 'Maria by Callas'],
  [61, 'Scream Unseen', '#', 'Scream'],
  [62, '8 1/2', '=', '8½'],
  [63, 'The Brutalist (with interval)', '=', 'The Brutalist'],
  [64, 'Spider-Man: Brand New Day', '=', 'Spider-Man Brand New Day Fan Event'],
  [65, 'RBO 2024-25: Die Walküre', '=', 'Royal Ballet & Opera: Die Walkure'],
  [66, 'RBO 2024-25: Swan Lake', '=', 'Royal Ballet & Opera: Swan Lake'],
  [
    67,
    'RBO: Ballet To Broadway: Wheeldon Works',
    '=',
    'Royal Ballet & Opera: Ballet To Broadway - Wheeldon Works',
  ],
  [
    68,
    ['André Rieu’s 75th Birthday: The Dream Continues', { ids: { moviexchange: 'c' } }],
    '=',
    ['Andre Rieu’s 75th Birthday Celebration: The Dream Continues', { ids: { moviexchange: 'c' } }],
  ],
  [69, ['Sky Force', { min: 124 }], '=', ['Sky Force (Hindi)', { min: 0 }]],
  [70, 'Kutsal Damacana 5: Zombi', '=', 'Kutsal Damacana 5: Zombi (Turkish)'],
  [71, 'Billy Elliot the Musical Live (20th Ann)', '=', 'Billy Elliot the Musical Live (20th Anniversary)'],
  [
    72,
    ['Les Misérables - The Staged Concert Live!', { min: 182 }],
    '=',
    ['Les Miserables -  The Staged Concert Live! (40th Anniversary)', { min: 165 }],
  ],
  [73, 'The Waiter', '=', 'The Waiter Premiere'],
]

function work(side: Side) {
  const [title, { year, min, ids = {}, directors }] = typeof side === 'string' ? [side, {} as Facts] : side
  return toWork(
    {
      title,
      ids,
      ...(year === undefined ? {} : { year }),
      ...(min === undefined ? {} : { runtimeMinutes: min }),
      ...(directors === undefined ? {} : { directors }),
    },
    2025,
  )
}

describe('movie identity: pairs of listings', () => {
  for (const [number, one, sign, other] of pairs) {
    const name = (side: Side) => (typeof side === 'string' ? side : side[0])
    it(`${number}: ${name(one)} ${sign} ${name(other)}`, () => {
      for (const [a, b] of [
        [work(one), work(other)],
        [work(other), work(one)],
      ] as const) {
        const verdict = compareWorks(a, b)
        assert.equal(verdict.result === 'same' ? '=' : '#', sign, `${verdict.reason}: ${a.key} | ${b.key}`)
      }
    })
  }

  it('covers every numbered pair', () => {
    const numbers = new Set(pairs.map(([number]) => number))
    assert.deepEqual(
      [...numbers],
      Array.from({ length: 73 }, (_, index) => index + 1),
    )
  })
})

describe('movie identity', () => {
  it('is different, not review, if catalogue ids differ', () => {
    const verdict = compareWorks(
      work(['Dune 2', { ids: { imdb: 'tt1' } }]),
      work(['Dune 2', { ids: { imdb: 'tt2' } }]),
    )
    assert.deepEqual([verdict.result, verdict.confidence], ['different', 'exact'])
  })

  it('ignores different exchange ids', () => {
    const verdict = compareWorks(
      work(['The Wild Robot', { ids: { moviexchange: 'x' } }]),
      work(['The Wild Robot', { ids: { moviexchange: 'y' } }]),
    )
    assert.equal(verdict.result, 'same')
  })

  it('distinguishes one-word titles by runtime, and joins them by director', () => {
    assert.equal(compareWorks(work(['Here', { min: 104 }]), work(['Here', { min: 82 }])).result, 'review')
    const joined = compareWorks(
      work(['Here', { directors: ['Robert Zemeckis'] }]),
      work(['Here', { directors: ['Robert  Zemeckis'] }]),
    )
    assert.equal(joined.result, 'same')
  })

  it('does not take a sequel number for a misspelled title', () => {
    assert.equal(isOneEditApart('toy story 4', 'toy story 5'), false)
    assert.equal(isOneEditApart('toy storys 4', 'toy story 4'), true)
    assert.equal(compareWorks(work('Toy Story 4'), work('Toy Story 5')).result, 'different')
  })

  it('matches translated titles', () => {
    const french = toWork(
      { title: 'L’Odyssée', otherTitles: [{ title: 'The Odyssey', kind: 'original' }], ids: {} },
      2026,
    )
    assert.equal(compareWorks(french, work('The Odyssey (IMAX)')).result, 'same')
  })
})
