/** The examples at the end of every help text: `command.addHelpText(...helpExamples('broadsheet sync'))`. */

export function helpExamples(...lines: readonly string[]): ['after', string] {
  const heading = lines.length === 1 ? 'Example:' : 'Examples:'
  return ['after', ['', heading, ...lines.map((line) => `  $ ${line}`)].join('\n')]
}
