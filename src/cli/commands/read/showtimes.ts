/** `broadsheet showtimes`: what is on, from a running server. */

import { toInstant } from '../../../core/clock.ts'
import type { AddCommand } from '../../command-context.ts'
import { CommandFailed, usageError } from '../../exit.ts'
import { type RowFlags, showRows, withRowFlags } from '../../remote/show-rows.ts'
import { withClient } from '../../remote/with-client.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { parsePositiveInteger } from '../../with-operator.ts'

interface ShowtimeFlags extends RowFlags {
  readonly near?: string
  readonly movie?: string
  readonly tonight?: boolean
  readonly date?: string
  readonly limit: string
}

export const addShowtimes: AddCommand = (program, context) => {
  withRowFlags(program.command('showtimes'))
    .description('List showtimes of a running server, which BROADSHEET_URL names.')
    .option('--near <place>', 'A city, a postal code or lat,lon.')
    .option('--movie <words>', 'Words of a title.')
    .option('--tonight', 'From 17:00, or from now on, until 03:00, by the clock of this machine.')
    .option('--date <day>', 'A day, such as 2026-11-18.')
    .option('--limit <n>', 'Number of rows.', '20')
    .addHelpText(
      ...helpExamples(
        'broadsheet showtimes --near "SW1A 1AA" --tonight',
        'broadsheet showtimes --near Leeds --movie "two left feet" --json',
      ),
    )
    .action(async (flags: ShowtimeFlags) => {
      const { near, movie, tonight, date } = flags
      if (tonight && date !== undefined) throw usageError(['--tonight and --date exclude each other'])
      const limit = parsePositiveInteger('--limit', flags.limit, 200) ?? 20
      const { data } = await withClient(context, async (client) => {
        const found =
          movie === undefined ? undefined : await client.cinema.searchMovies({ q: movie, limit: 1 })
        const movie_id = found?.data[0]?.id
        if (found !== undefined && movie_id === undefined)
          throw new CommandFailed(`No movie has these words in its title: ${movie}`)
        return await client.cinema.searchShowtimes({
          limit,
          include: 'movie,theater',
          ...(near === undefined ? {} : { near }),
          ...(movie_id === undefined ? {} : { movie_id }),
          ...(date === undefined ? windowOf(context.clock.now(), tonight) : { date }),
        })
      })
      showRows(context, data, flags, {
        STARTS: ({ starts_at_local }) => starts_at_local?.slice(0, 16).replace('T', ' '),
        MOVIE: ({ movie }) => movie?.title,
        THEATER: ({ theater }) => theater?.name,
        FORMAT: ({ format_tags }) => format_tags,
        STATUS: ({ status }) => status,
        ID: ({ id }) => id,
      })
    })
}

/** Without a day, what has begun is not on any more. */
function windowOf(nowMs: number, tonight: boolean | undefined): { from: string; to?: string } {
  return tonight ? eveningOf(nowMs) : { from: toInstant(nowMs) }
}

/** In the time zone of this machine. After midnight, the evening before goes on until three. */
function eveningOf(nowMs: number): { from: string; to: string } {
  const now = new Date(nowMs)
  const isNight = now.getHours() < 3
  const at = (days: number, hours: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours).getTime()
  const from = isNight ? nowMs : Math.max(nowMs, at(0, 17))
  return { from: toInstant(from), to: toInstant(at(isNight ? 0 : 1, 3)) }
}
