/** `broadsheet quote`: prices of symbols, from a running server. */

import type { Broadsheet } from '../../../../packages/client/src/index.ts'
import type { AddCommand, CommandContext } from '../../command-context.ts'
import { CommandFailed, Stopped } from '../../exit.ts'
import { type RowFlags, showRows, withRowFlags } from '../../remote/show-rows.ts'
import { withClient } from '../../remote/with-client.ts'
import { helpExamples } from '../../terminal/help-examples.ts'

interface QuoteFlags extends RowFlags {
  readonly watch?: boolean
}

export const addQuote: AddCommand = (program, context) => {
  withRowFlags(program.command('quote'))
    .description('Show prices of symbols from a running server, which BROADSHEET_URL names.')
    .argument('<symbols...>', 'EXCHANGE:TICKER, or a ticker alone.')
    .option('--watch', 'Print a line for each change, until Ctrl-C.')
    .addHelpText(
      ...helpExamples('broadsheet quote AAPL', 'broadsheet quote NASDAQ:AAPL BINANCE:BTCUSDT --watch'),
    )
    .action(async (names: readonly string[], flags: QuoteFlags) => {
      await withClient(context, async (client) => {
        const symbols = await Promise.all(names.map((name) => toSymbol(client, name)))
        if (flags.watch) return await watch(client, symbols, context, flags)
        const { data } = await client.market.getQuotes({ symbols: symbols.join(',') })
        showRows(context, data, flags, {
          SYMBOL: ({ symbol }) => symbol,
          NAME: ({ description }) => description,
          LAST: ({ last }) => last,
          CURRENCY: ({ currency }) => currency,
          'CHANGE %': ({ change_percent }) => change_percent,
          // A sum of fractions, as of a currency, has digits that nobody traded.
          VOLUME: ({ volume }) => (volume == null ? volume : Number(volume.toFixed(6))),
          AT: ({ last_at }) => last_at,
        })
      }).catch((thrown: unknown) => {
        // To watch until then is what was asked for.
        if (!(flags.watch && thrown instanceof Stopped)) throw thrown
      })
    })
}

/** The best match of a ticker without an exchange. */
async function toSymbol(client: Broadsheet, name: string): Promise<string> {
  if (name.includes(':')) return name
  const { data } = await client.market.searchSymbols({ q: name, limit: 1 })
  const [found] = data
  if (found === undefined) throw new CommandFailed(`No symbol is called ${name}.`)
  return found.symbol
}

async function watch(
  client: Broadsheet,
  symbols: readonly string[],
  { terminal, clock, stopSignal }: CommandContext,
  { json }: QuoteFlags,
): Promise<void> {
  const end = AbortSignal.any([stopSignal, terminal.closed])
  end.addEventListener('abort', () => client.streams.close(), { once: true })
  for await (const quote of client.streams.quotes(symbols)) {
    if (!quote.ok) {
      terminal.note(`${quote.symbol}: ${quote.error}`)
      continue
    }
    const { symbol, last, change_percent, volume } = quote
    const at = new Date(clock.now()).toISOString()
    if (json) terminal.data(JSON.stringify({ at, symbol, last, change_percent, volume }))
    else terminal.data(`${at.slice(11, 19)}  ${symbol}  ${last}  ${change_percent}%`)
  }
}
