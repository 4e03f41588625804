/** `broadsheet backup`: copies the embedded databases while the server runs. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { loadSettings, withSettings } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'

export const addBackup: AddCommand = (program, context) => {
  withSettings(program.command('backup'), ['store.dataDir'])
    .description('Copy the embedded databases into a new folder, while they are in use.')
    .argument('<folder>', 'The folder to be made; it must not exist.')
    .option('--json', 'Print what was written as JSON.')
    .addHelpText(
      'after',
      helpExamples(['broadsheet backup ./backup-monday', 'broadsheet backup "/mnt/backup/$(date +%F)"']),
    )
    .action((folder: string, flags: { json?: boolean }, command: Command) =>
      backup(folder, flags.json === true, command, context),
    )
}

async function backup(
  folder: string,
  json: boolean,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const loaded = loadSettings(command, context)
  const { createBackup } = await import('../../app/backup.ts')
  const progress = context.terminal.progress('backup')
  const report = await createBackup(loaded, resolve(folder))
  progress.end(`${report.files.length} databases copied to ${report.folder}`)
  if (json) context.terminal.data(JSON.stringify(report, undefined, 2))
}
