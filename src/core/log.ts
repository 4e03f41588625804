/** Creates the logger: JSON lines, or short lines for people, both without secrets. */

import { isatty } from 'node:tty'
import { isMainThread } from 'node:worker_threads'
import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import { secretMask } from './config/secret.ts'
import { printable } from './text/printable.ts'

interface LogOptions {
  readonly level: string
  readonly format: 'auto' | 'json' | 'pretty'
}

const redacted = [
  'authorization',
  'email',
  'code',
  'secret',
  'token',
  'password',
  '*.authorization',
  '*["x-api-key"]',
  '*["x-service-key"]',
  '*.email',
  '*.secret',
  '*.token',
  '*.password',
]

type LogStream = DestinationStream & { readonly isTTY?: boolean }

export function createLogger(
  { level, format }: LogOptions,
  stream: LogStream = isMainThread ? process.stderr : threadStderr(),
): Logger {
  const isPretty = format === 'pretty' || (format === 'auto' && stream.isTTY === true)
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: redacted, censor: secretMask },
  }
  return pino(options, isPretty ? { write: (line: string) => stream.write(toShortLine(line)) } : stream)
}

/** The `process.stderr` of a thread is no terminal, and its lines wait until the main thread writes them. */
function threadStderr(): LogStream {
  const fd = 2
  return Object.assign(destination({ dest: fd, sync: true }), { isTTY: isatty(fd) })
}

interface LogLine {
  readonly level: number
  readonly time: string
  readonly msg?: string
  /** Fields that repeat the message for programs. */
  readonly run?: object
}

/** `12:00:00 warn  message  key=value …` */
function toShortLine(line: string): string {
  const { level, time, msg = '', run: _, ...rest } = JSON.parse(line) as LogLine
  const name = pino.levels.labels[level] ?? String(level)
  const fields = Object.entries(rest).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const text = `${time.slice(11, 19)} ${name.padEnd(5)} ${msg}${fields.length > 0 ? `  ${fields.join(' ')}` : ''}`
  return `${printable(text)}\n`
}
