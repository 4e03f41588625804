/** What must not compile. Each line under an expectation is wrong; the compiler says so, here and against the published types. */

import {
  Broadsheet,
  type BroadsheetOptions,
  type cinema,
  MarketSocket,
  openMarketConnection,
  studies,
} from '../src/index.ts'

export async function wrong(options: BroadsheetOptions): Promise<void> {
  const broadsheet = new Broadsheet(options)
  const { cinema, market, data, notices } = broadsheet

  // @ts-expect-error a server has an address
  new Broadsheet({})
  // @ts-expect-error there is no such service
  new Broadsheet({ baseUrl: '', services: { theatre: '' } })

  // @ts-expect-error there is no such parameter
  cinema.searchTheaters({ nearby: '10001' })
  // @ts-expect-error a number is no text
  cinema.searchTheaters({ limit: '5' })
  // @ts-expect-error a text is no number
  cinema.searchTheaters({ near: 10001 })
  // @ts-expect-error not one of the modes
  cinema.searchShowtimes({ source_mode: 'fresh' })
  // @ts-expect-error the id is missing
  cinema.getTheater()
  // @ts-expect-error the id is missing
  cinema.getTheater({})
  // @ts-expect-error the body is missing
  cinema.updateKey({ key_id: 'k' })
  // @ts-expect-error not one of the scopes
  cinema.updateKey({ key_id: 'k', body: { scopes: ['everything'] } })
  // @ts-expect-error health takes nothing
  cinema.getHealth({ verbose: true })
  // @ts-expect-error not a list, so nothing to walk
  cinema.getTheater.all({ theater_id: 't' })
  // @ts-expect-error the walk takes the same parameters as the call
  cinema.searchTheaters.all({ limit: '5' })
  // @ts-expect-error there is no such operation
  cinema.searchTheatres()
  broadsheet.changes(notices.followNoticeChanges, { limit: 2 })
  // @ts-expect-error changes take the parameters of the call alone
  broadsheet.changes(notices.followNoticeChanges, { nearby: '10001' })
  // @ts-expect-error not an option of a call
  cinema.listChains({}, { timeout: 5 })

  const { data: theater } = await cinema.getTheater({ theater_id: 't' })
  // @ts-expect-error there is no such field
  theater.nmae
  // @ts-expect-error answers are not for changing
  theater.name = 'other'
  const named: cinema.Theater = theater
  // @ts-expect-error a name is a text
  const length: number = named.name

  // @ts-expect-error the market is missing
  market.searchScreener({ columns: 'name' })
  // @ts-expect-error not a version of Pine
  market.translatePine({ source: '', version: 'v9' })
  // @ts-expect-error jobs cannot be counted by this
  data.jobFacets({ field: 'mood' })
  // @ts-expect-error an offset is a number
  data.listFrameworks({ offset: '1' })
  // @ts-expect-error this list has a cursor, no offset
  notices.listNotices({ offset: 1 })

  const socket = new MarketSocket()
  // @ts-expect-error symbols are texts
  socket.quotes([1])
  // @ts-expect-error a timeframe is a text
  socket.bars('A', 60)
  // @ts-expect-error the timeframe is missing
  socket.bars('A')
  // @ts-expect-error not an option of bars
  socket.bars('A', '60', { limit: 5 })
  // @ts-expect-error not an option of this study
  studies.rsi({ deviations: 2 })
  for await (const { values } of socket.study('A', '60', studies.bollinger())) {
    values.upper satisfies number | null
    // @ts-expect-error there is no such plot
    values.middle
  }
  for await (const quote of socket.quotes('A')) {
    // @ts-expect-error there are no values until it is ok
    quote.values
  }
  const connection = await openMarketConnection()
  // @ts-expect-error not a call of the protocol
  connection.call('quote_create', 'qs_1')
  // @ts-expect-error the symbol is missing
  connection.call('resolve_symbol', 'cs_1', 'sym_1')
  // @ts-expect-error a count is a number
  connection.call('request_more_data', 'cs_1', 'sds_1', '5')

  void length
}
