import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { systemClock } from '../core/clock.ts'
import { loadConfig } from '../core/config/load-config.ts'
import { createEvents } from '../core/events.ts'
import { createAppContext } from './app-context.ts'

describe('the events of the program', () => {
  it('never throw at who reports them, be it a server, a sync thread or a command', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const events = createEvents(() => {
      throw new Error('the terminal is gone')
    })
    const loaded = loadConfig({ env: {} })
    const context = await createAppContext(loaded, { clock: systemClock, events, logger })
    context.events.hostStateChanged({ host: 'a.example', state: 'answering' })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /an event could not be recorded/)
  })
})
