/** `broadsheet restore`: puts a backup in place of the databases and the operator's registry. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { openAppContext, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface RestoreFlags extends JsonFlag {
  readonly overwrite?: boolean
}

export const addRestore: AddCommand = (program, context) => {
  withSettings(program.command('restore'), ['store.dataDir'])
    .description('Restore a backup into an empty data folder or database. Stop all servers first.')
    .argument('<folder>', 'The backup.')
    .option('--overwrite', 'Replace the databases and the registry that are there.')
    .option('--json', 'Print what was restored as JSON.')
    .addHelpText(...helpExamples('broadsheet restore ./backup-monday --data-dir /var/lib/broadsheet'))
    .action(async (folder: string, flags: RestoreFlags, command: Command) => {
      const appContext = await openAppContext(command, context)
      const { restoreBackup } = await import('../../app/backup/restore-backup.ts')
      const progress = context.terminal.progress('restore')
      const backupFolder = resolve(context.cwd(), folder)
      const options = { backupFolder, mayOverwrite: flags.overwrite === true }
      const report = await restoreBackup(appContext, options, context.stopSignal)
      const { registry, artifacts } = report
      progress.end(
        `the store, ${registry.length} tables of the registry and ${artifacts.files} artifacts are those of ${backupFolder}`,
      )
      if (flags.json) context.terminal.result(report, flags, String)
    })
}
