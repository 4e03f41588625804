/** `npm run rehearse`: rehearses some days, prints what was measured, and fails if something does not hold. */

import { parseOptions, usage } from './options.ts'
import { rehearse } from './rehearse.ts'
import { judgeMarks, toReport } from './report.ts'

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const options = parseOptions(process.argv.slice(2))
if (options === undefined) print(usage)
else {
  const result = await rehearse(options, print)
  print(toReport(result, options))
  const marks = judgeMarks(result, options)
  for (const { name, value, isHeld } of marks) print(`${isHeld ? 'holds' : 'FAILS'}  ${name}: ${value}`)
  for (const problem of result.problems) print(`PROBLEM  ${problem}`)
  const fails = result.problems.length > 0 || (options.marks && marks.some(({ isHeld }) => !isHeld))
  process.exitCode = fails ? 1 : 0
}
