/** `broadsheet backup`: copies the embedded databases while the server runs. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { AddCommand } from '../command-context.ts'
import { loadSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

export const addBackup: AddCommand = (program, context) => {
  withSettings(program.command('backup'), ['store.dataDir'])
    .description('Copy the embedded databases into a new folder, while they are in use.')
    .argument('<folder>', 'The folder to create; it must not exist.')
    .option('--json', 'Print what was written as JSON.')
    .addHelpText(
      ...helpExamples('broadsheet backup ./backup-monday', 'broadsheet backup "/mnt/backup/$(date +%F)"'),
    )
    .action(async (folder: string, flags: JsonFlag, command: Command) => {
      const loaded = loadSettings(command, context, { needsSecret: false })
      const { createBackup } = await import('../../app/store.ts')
      const progress = context.terminal.progress('backup')
      const report = await createBackup(loaded, resolve(context.cwd(), folder))
      progress.end(`${report.files.length} databases copied to ${report.folder}`)
      if (flags.json) context.terminal.result(report, flags, String)
    })
}
