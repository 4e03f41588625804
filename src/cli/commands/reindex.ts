/** `broadsheet reindex`: builds the search index in ClickHouse anew while the present one is searched. */

import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { AddCommand } from '../command-context.ts'
import { loadSettings, withSettings } from '../command-settings.ts'
import { usageError } from '../exit.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addReindex: AddCommand = (program, context) => {
  withSettings(program.command('reindex'), ['store.dataDir'])
    .description(
      'Build the search index in ClickHouse anew. Searches read the present one until it is complete.',
    )
    .option('--json', 'Print what was built as JSON.')
    .addHelpText(...helpExamples('broadsheet reindex'))
    .action(async (flags: JsonFlag, command: Command) => {
      const loaded = loadSettings(command, context, { needsSecret: false })
      if (loaded.secrets.store.analyticsUrl === undefined)
        throw usageError(['store.analyticsUrl: missing; set ANALYTICS_URL'])
      const { rebuildIndex } = await import('../../app/search/rebuild-index.ts')
      const progress = context.terminal.progress('reindex')
      const built = await rebuildIndex(
        await createAppContext(loaded, context),
        (done, total) => progress.update(done, total, 'postings'),
        context.stopSignal,
      )
      progress.end(`${built.postings} postings are in the index ${built.index}`)
      if (flags.json) context.terminal.result(built, flags, String)
    })
}
