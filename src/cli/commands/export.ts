/** `broadsheet export`: writes all lists of the services into a folder, with a manifest each. */

import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { AddCommand, CommandContext } from '../command-context.ts'
import { dataCommand, openAppContext } from '../command-settings.ts'
import { helpExamples } from '../terminal/help-examples.ts'
import { tableOf } from '../terminal/table.ts'
import type { JsonFlag } from '../terminal/terminal.ts'

interface ExportFlags extends JsonFlag {
  readonly service?: string
  readonly format: string
}

export const addExport: AddCommand = (program, context) => {
  dataCommand(program, 'export')
    .description('Write all lists of a service as files with a manifest, while the server runs.')
    .argument('<folder>', 'Where to create a folder for each service.')
    .option('--service <service>', 'Only this service. Default: all that have lists.')
    .option('--format <format>', 'parquet, csv or ndjson.', 'parquet')
    .addHelpText(
      ...helpExamples('broadsheet export ./dump', 'broadsheet export ./dump --service cinema --format csv'),
    )
    .action((folder: string, flags: ExportFlags, command: Command) =>
      exportServices(folder, flags, command, context),
    )
}

async function exportServices(
  folder: string,
  flags: ExportFlags,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const { exportToFolder } = await import('../../app/exports/export-to-folder.ts')
  const appContext = await openAppContext(command, context)
  const target = resolve(context.cwd(), folder)
  const progress = context.terminal.progress('export')
  const written = await exportToFolder(
    appContext,
    { ...flags, folder: target },
    context.stopSignal,
    progress.update,
  )
  const lists = written.reduce((sum, { manifest }) => sum + manifest.resources.length, 0)
  progress.end(`${lists} lists of ${written.length} services written to ${target}`)
  context.terminal.result(written, flags, (packages) =>
    tableOf(
      packages.flatMap(({ service, manifest }) => manifest.resources.map((file) => ({ ...file, service }))),
      { SERVICE: 'service', FILE: 'path', ROWS: 'rows', BYTES: 'bytes' },
    ),
  )
}
