/** Renders the settings table as the reference page and as `.env.example`. */

import { configTable, sandboxSecret } from '../../src/core/config/config-table.ts'
import { type Setting, toDuration } from '../../src/core/config/setting.ts'

export function renderConfigReference(): string {
  const sections = Object.entries(configTable).map(([section, keys]) => {
    const rows = Object.entries(keys as Record<string, Setting>).map(([key, setting]) =>
      [
        `\`${section}.${key}\``,
        `\`${setting.env}\`${setting.flag ? `<br>\`${setting.flag}\`` : ''}`,
        escapeCell(setting.expects),
        defaultCell(setting),
        escapeCell(setting.about + (setting.secret ? ' **Secret:** never printed.' : '')),
      ].join(' | '),
    )
    return [
      `## ${section}`,
      '',
      '| Key | Variable, flag | Must be | Default | Description |',
      '|---|---|---|---|---|',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n')
  })
  return `${[
    '# Configuration',
    [
      'The server looks for a setting in this order, and uses the first value it finds:',
      'the command-line flag, the environment variable, the same variable in `.env`, the key in `broadsheet.config.yaml`',
      '(or in the file named by `--config`), the default. An empty variable counts as unset.',
    ].join('\n'),
    [
      'In the file, keys are nested under their section:',
      '',
      '```yaml',
      'server:',
      '  port: 8080',
      '  trustedProxies: [10.0.0.0/8]',
      'sync:',
      '  memberTimeoutMs: 2m',
      '```',
    ].join('\n'),
    '`broadsheet config check` reports all problems together; `broadsheet config explain` prints each value and its origin.',
    ...sections,
  ].join('\n\n')}\n`
}

/** Every line is commented out, so that a copy of the file changes nothing until it is edited. */
export function renderEnvExample(): string {
  const sections = Object.entries(configTable).map(([section, keys]) =>
    Object.values(keys as Record<string, Setting>)
      .map(
        (setting) =>
          `# ${setting.about}\n# Must be ${setting.expects}.\n#${setting.env}=${exampleText(setting)}`,
      )
      .join('\n\n')
      .replace(/^/, `## ${section}\n\n`),
  )
  return `${['# Copy this file to .env and uncomment the settings you want to change.', ...sections].join('\n\n')}\n`
}

function exampleText(setting: Setting): string {
  if (setting.example !== undefined) return setting.example
  if (setting.default === undefined || setting.default === sandboxSecret) return ''
  return defaultText(setting)
}

function defaultCell(setting: Setting): string {
  if (setting.default === undefined || (Array.isArray(setting.default) && setting.default.length === 0))
    return 'none'
  if (setting.secret) return 'built in, for the sandbox only'
  return `\`${defaultText(setting)}\``
}

function defaultText(setting: Setting): string {
  if (setting.type === 'duration') return toDuration(Number(setting.default))
  return Array.isArray(setting.default) ? setting.default.join(',') : String(setting.default)
}

function escapeCell(sentence: string): string {
  return sentence.replaceAll('|', '\\|')
}
