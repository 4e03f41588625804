/** Follows publications with an in-memory index of all movies' words; reads only the movies published since. */

import { sql } from 'kysely'
import { SingleFlight } from '../../../../core/async/single-flight.ts'
import { searchWords } from '../../../../core/text/search-words.ts'
import type { CinemaDb, MovieRow } from '../../schema/tables.ts'
import { cinemaScope } from '../../scopes.ts'
import { MovieSearch } from './rank-movies.ts'

type Row = Pick<MovieRow, 'id' | 'title' | 'title_key' | 'search'>

export class MovieIndex {
  readonly #db: CinemaDb
  readonly #search = new MovieSearch()
  readonly #updates = new SingleFlight<void>()
  #version = -1
  #stamp = -1

  constructor(db: CinemaDb) {
    this.#db = db
  }

  /** As of the latest publication this process has seen. */
  async current(): Promise<MovieSearch> {
    while (this.#version !== this.#db.version(cinemaScope))
      await this.#updates.run('movies', () => this.#catchUp())
    return this.#search
  }

  async #catchUp(): Promise<void> {
    const version = this.#db.version(cinemaScope)
    const { rows } = await sql<Row & { stamp: number }>`
      select movie.id, movie.title, movie.title_key, movie.search, changed.stamp
      from (select movie_id, max(stamp) as stamp from movie_listing where stamp > ${this.#stamp} group by movie_id) changed
      join movie on movie.id = changed.movie_id`.execute(this.#db.heavy)
    for (const row of rows) {
      this.#search.put({
        id: row.id,
        titleKey: row.title_key,
        title: searchWords(row.title),
        others: row.search
          .split(' | ')
          .map(searchWords)
          .filter((words) => words.length > 0),
      })
      this.#stamp = Math.max(this.#stamp, Number(row.stamp))
    }
    this.#version = version
  }
}
