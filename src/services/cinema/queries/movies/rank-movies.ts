/**
 * Searches movies in memory, so that the order of relevance is the same on every database. All words of the query must
 * match words of a title or of a director's name, as a whole or as their beginning. Only if no movie matches may one
 * letter of a word differ, and only if still none does, one letter of the whole title or name.
 */

import {
  isOneLetterApart,
  misspelledLengthMin,
  misspelledWordsMax,
  searchWords,
} from '../../../../core/text/search-words.ts'

export interface SearchableMovie {
  readonly id: string
  readonly titleKey: string
  /** The words of the title. */
  readonly title: readonly string[]
  /** The words of other titles and of directors. */
  readonly others: readonly (readonly string[])[]
}

export interface RankedMovie {
  readonly movie: SearchableMovie
  /** Higher is better. */
  readonly score: number
}

/** A word of the title counts more than one of another title or a name, and a whole word more than its beginning. */
const scores = {
  title: { whole: 12, start: 8, misspelled: 4 },
  others: { whole: 6, start: 4, misspelled: 2 },
} as const
const wholeTitleScore = 40
const titleStartScore = 20
/** Less than a whole word elsewhere in a title. */
const titleHalfTypedScore = 3

type Match = keyof (typeof scores)['title']

/** A single letter would match too much, unless it is the last of several words. */
const startLengthMin = 2
const queryLengthMax = 512
const queryWordsMax = 16

/** Best first; equally relevant ones by title. */
export function compareRanked(one: RankedMovie, other: RankedMovie): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.movie.titleKey !== other.movie.titleKey) return one.movie.titleKey < other.movie.titleKey ? -1 : 1
  return one.movie.id < other.movie.id ? -1 : 1
}

/** Every word of all movies, with the movies that have it. */
export class MovieSearch {
  readonly #movies = new Map<string, SearchableMovie>()
  readonly #byWord = new Map<string, Set<SearchableMovie>>()

  put(movie: SearchableMovie): void {
    const previous = this.#movies.get(movie.id)
    if (previous !== undefined) for (const word of wordsOf(previous)) this.#byWord.get(word)?.delete(previous)
    this.#movies.set(movie.id, movie)
    for (const word of wordsOf(movie)) {
      const movies = this.#byWord.get(word)
      if (movies === undefined) this.#byWord.set(word, new Set([movie]))
      else movies.add(movie)
    }
  }

  /** Accepts any text. */
  find(text: string): RankedMovie[] {
    const words = searchWords(text.slice(0, queryLengthMax)).slice(0, queryWordsMax)
    if (words.length === 0) return []
    const isLast = (word: string) => words.length > 1 && word === words.at(-1)
    const steps = [
      () => this.#findAll(words, (word) => this.#matchesOf(word, isLast(word) ? 1 : startLengthMin)),
      () =>
        words.length > misspelledWordsMax
          ? []
          : this.#findAll(words, (word) => this.#matchesMisspelled(word)),
      () => this.#findMisspelled(words.join(' ')),
    ]
    for (const find of steps) {
      const found = find()
      if (found.length > 0) return found.sort(compareRanked)
    }
    return []
  }

  #findMisspelled(name: string): RankedMovie[] {
    if (name.length < misspelledLengthMin) return []
    return [...this.#movies.values()].flatMap((movie): RankedMovie[] => {
      const isMeant = (words: readonly string[]) => isOneLetterApart(name, words.join(' '))
      if (isMeant(movie.title)) return [{ movie, score: scores.title.misspelled }]
      return movie.others.some(isMeant) ? [{ movie, score: scores.others.misspelled }] : []
    })
  }

  #findAll(words: readonly string[], matchesOf: (word: string) => ReadonlyMap<string, Match>): RankedMovie[] {
    let scored: Map<SearchableMovie, number> | undefined
    for (const word of new Set(words)) {
      const previous: Map<SearchableMovie, number> | undefined = scored
      if (previous?.size === 0) return []
      const best = this.#bestScores(matchesOf(word))
      scored =
        previous === undefined
          ? best
          : new Map(
              [...best].flatMap(([movie, score]): [SearchableMovie, number][] => {
                const sum = previous.get(movie)
                return sum === undefined ? [] : [[movie, sum + score]]
              }),
            )
    }
    return [...(scored ?? [])].map(([movie, score]) => ({ movie, score: score + titleScore(movie, words) }))
  }

  #bestScores(matches: ReadonlyMap<string, Match>): Map<SearchableMovie, number> {
    const best = new Map<SearchableMovie, number>()
    for (const [word, match] of matches) {
      for (const movie of this.#byWord.get(word) ?? []) {
        const isTitle = withPairs(movie.title).includes(word)
        const score = scores[isTitle ? 'title' : 'others'][match]
        if (score > (best.get(movie) ?? 0)) best.set(movie, score)
      }
    }
    return best
  }

  /** The word itself, and the words that begin with it. */
  #matchesOf(word: string, lengthMin = startLengthMin): ReadonlyMap<string, Match> {
    const matches = new Map<string, Match>()
    if (word.length >= lengthMin)
      for (const known of this.#byWord.keys()) if (known.startsWith(word)) matches.set(known, 'start')
    if (this.#byWord.has(word)) matches.set(word, 'whole')
    return matches
  }

  #matchesMisspelled(word: string): ReadonlyMap<string, Match> {
    const matches = new Map(this.#matchesOf(word))
    if (word.length < misspelledLengthMin) return matches
    for (const known of this.#byWord.keys()) {
      if (known.length < word.length - 1 || matches.has(known)) continue
      // A half-typed word may have a wrong letter as well.
      const start = known.length > word.length + 1 ? known.slice(0, word.length) : known
      if (isOneLetterApart(word, start)) matches.set(known, 'misspelled')
    }
    return matches
  }
}

function wordsOf({ title, others }: SearchableMovie): Set<string> {
  return new Set([title, ...others].flatMap(withPairs))
}

/** With the pairs of neighbours, since `Spider-Man` is also written `Spiderman`. */
function withPairs(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`)
  return [...words, ...pairs]
}

function titleScore({ title }: SearchableMovie, words: readonly string[]): number {
  const [query, whole] = [words.join(' '), title.join(' ')]
  if (query === whole) return wholeTitleScore
  if (whole.startsWith(`${query} `)) return titleStartScore
  return whole.startsWith(query) ? titleHalfTypedScore : 0
}
