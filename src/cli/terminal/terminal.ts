/** The output of a command: data on stdout, everything else on stderr; progress bars on a terminal, plain lines elsewhere. */

import { styleText } from 'node:util'
import { printableLines } from '../../core/text/printable.ts'
import { type Columns, tableOf } from './table.ts'

export interface Terminal {
  /** To stdout, which carries nothing else. */
  data(text: string): void
  /** Text of a server to stdout: unchanged in a pipe or a file, but it must not control a terminal. */
  foreign(text: string): void
  /** A result to stdout: as JSON with `--json`, otherwise as text. */
  result<Result>(result: Result, flags: JsonFlag, toText: (result: Result) => string): void
  /** A list to stdout: as JSON with `--json`, otherwise as a table. */
  list<Row>(rows: readonly Row[], flags: JsonFlag, columns: Columns<Row>): void
  /** Of the terminal that data goes to; undefined in a pipe or a file. */
  readonly width: number | undefined
  /** Aborted when whoever read stdout has gone away (`| head`): there is no point in going on. */
  readonly closed: AbortSignal
  /** Only on a terminal that has colours. */
  bold(text: string): string
  /** To stderr. */
  note(text: string): void
  progress(title: string): Progress
}

/** The flags of every command with `--json`. */
export interface JsonFlag {
  readonly json?: boolean
}

export interface Progress {
  /** `total` may change on the way. */
  update(done: number, total: number, what: string): void
  end(summary: string): void
}

export interface Streams {
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean }
}

const barCells = 24

export function createTerminal({ stdout, stderr }: Streams): Terminal {
  const closed = new AbortController()
  // A reader that went away must not turn success into a crash.
  stdout.on('error', (error) => {
    ignoreClosedPipe(error)
    closed.abort()
  })
  stderr.on('error', ignoreClosedPipe)

  function note(text: string): void {
    stderr.write(`${text}\n`)
  }
  function data(text: string): void {
    stdout.write(`${text}\n`)
  }

  const result: Terminal['result'] = (found, { json }, toText) =>
    data(json ? JSON.stringify(found, undefined, 2) : toText(found))
  return {
    data,
    foreign: (text) => data(stdout.isTTY ? printableLines(text) : text),
    result,
    list: (rows, flags, columns) => result(rows, flags, () => tableOf(rows, columns)),
    note,
    width: stdout.isTTY ? stdout.columns : undefined,
    closed: closed.signal,
    bold: (text) => (stdout.isTTY ? styleText('bold', text, { stream: stdout }) : text),
    progress: (title) => (stderr.isTTY ? createProgressBar(title, stderr) : createProgressLines(title, note)),
  }
}

function createProgressLines(title: string, note: (text: string) => void): Progress {
  let lastTenth = -1
  note(`${title} …`)
  return {
    update(done, total, what) {
      const tenth = total > 0 ? Math.floor((done * 10) / total) : -1
      if (tenth === lastTenth) return
      lastTenth = tenth
      note(`${title}: ${done} of ${total}, ${what}`)
    },
    end: (summary) => note(`${title}: ${summary}`),
  }
}

/** No prompt library: they read the keyboard, and then Ctrl-C ends the process before anything is closed. */
function createProgressBar(title: string, output: NodeJS.WritableStream & { columns?: number }): Progress {
  function draw(text: string, end = ''): void {
    output.write(`\r\x1b[2K${text.slice(0, (output.columns ?? 80) - 1)}${end}`)
  }
  draw(title)
  return {
    update(done, total, what) {
      const filled = total > 0 ? Math.min(barCells, Math.floor((done * barCells) / total)) : 0
      draw(`${'█'.repeat(filled)}${'░'.repeat(barCells - filled)} ${done}/${total} ${title}: ${what}`)
    },
    end: (summary) => draw(`${title}: ${summary}`, '\n'),
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
