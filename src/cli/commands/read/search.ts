/** `broadsheet search`: job postings of a running server. */

import type { AddCommand } from '../../command-context.ts'
import { type RowFlags, showRows, withRowFlags } from '../../remote/show-rows.ts'
import { withClient } from '../../remote/with-client.ts'
import { helpExamples } from '../../terminal/help-examples.ts'
import { parsePositiveInteger } from '../../with-operator.ts'

interface SearchFlags extends RowFlags {
  readonly country?: string
  readonly city?: string
  readonly company?: string
  readonly near?: string
  readonly remote?: boolean
  readonly limit: string
}

export const addSearch: AddCommand = (program, context) => {
  withRowFlags(program.command('search'))
    .description('Search job postings of a running server, which BROADSHEET_URL names.')
    .argument('<words...>', 'What to look for; "a phrase" in quotes, -without.')
    .option('--country <name>', 'Name or code of a country.')
    .option('--city <name>', 'Name of a city.')
    .option('--company <name>', 'Name of an employer.')
    .option('--near <place>', 'A city, a postal code or lat,lon.')
    .option('--remote', 'Only remote jobs.')
    .option('--limit <n>', 'Number of rows.', '20')
    .addHelpText(
      ...helpExamples('broadsheet search "software engineer" --country DE', 'broadsheet search nurse --csv'),
    )
    .action(async (words: readonly string[], flags: SearchFlags) => {
      const { country, city, company, near, remote } = flags
      const limit = parsePositiveInteger('--limit', flags.limit, 200) ?? 20
      const filters = Object.entries({ country, city, company, near }).filter(
        ([, value]) => value !== undefined,
      )
      const { data } = await withClient(context, (client) =>
        client.data.searchJobs({
          q: words.join(' '),
          limit,
          ...Object.fromEntries(filters),
          ...(remote ? { workplace_type: 'Remote' } : {}),
        }),
      )
      showRows(context, data, flags, {
        TITLE: ({ title }) => title,
        COMPANY: ({ company }) => company,
        PLACE: ({ location }) => location,
        PAY: ({ pay, salary }) => [pay?.currency, salary].filter(Boolean).join(' '),
        POSTED: ({ posted }) => posted,
        ID: ({ id }) => id,
      })
    })
}
