/** `broadsheet backup`: copies the databases and the operator's registry while the server runs. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import { createAppContext } from '../../app/app-context.ts'
import type { AddCommand } from '../command-context.ts'
import { loadSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface BackupFlags extends JsonFlag {
  readonly artifacts?: boolean
}

export const addBackup: AddCommand = (program, context) => {
  withSettings(program.command('backup'), ['store.dataDir'])
    .description('Copy the databases and your registry into a new folder, while they are in use.')
    .argument('<folder>', 'The folder to create; it must not exist.')
    .option('--artifacts', 'Copy the saved responses of upstreams, too.')
    .option('--json', 'Print what was written as JSON.')
    .addHelpText(
      ...helpExamples(
        'broadsheet backup ./backup-monday',
        'broadsheet backup --artifacts "/mnt/backup/$(date +%F)"',
      ),
    )
    .action(async (folder: string, flags: BackupFlags, command: Command) => {
      const loaded = loadSettings(command, context, { needsSecret: false })
      const { createBackup } = await import('../../app/backup/create-backup.ts')
      const { noteBackup } = await import('../../app/alarms/note-backup.ts')
      const progress = context.terminal.progress('backup')
      const options = { target: resolve(context.cwd(), folder), withArtifacts: flags.artifacts === true }
      const report = await createBackup(loaded, options, context.stopSignal)
      const { databases, registry, artifacts } = report
      progress.end(
        `${databases.map(({ name }) => name).join(', ')}, ${registry.length} tables of the registry and ${artifacts?.files ?? 'no'} artifacts copied to ${report.folder}`,
      )
      // The backup is made, and good, whether or not the server can know of it.
      await noteBackup(await createAppContext(loaded, context)).catch((thrown: unknown) =>
        context.terminal.note(`warning: the server does not know of the backup: ${String(thrown)}`),
      )
      if (flags.json) context.terminal.result(report, flags, String)
    })
}
