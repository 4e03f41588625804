import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CommanderError } from 'commander'
import { ConfigurationError, Failure } from '../core/errors.ts'
import { CommandFailed, Stopped, toCommandExit } from './exit.ts'

describe('toCommandExit', () => {
  const exits: [string, unknown, number, RegExp][] = [
    ['shown help', new CommanderError(0, 'commander.help', 'x'), 0, /^$/],
    ['wrong usage', new CommanderError(1, 'commander.unknownOption', 'x'), 2, /^$/],
    [
      'wrong settings',
      new ConfigurationError(['a: x', 'b: y']),
      2,
      /^Cannot continue \(2 problems\):\n {2}- a: x\n {2}- b: y$/,
    ],
    [
      'a wrong setting',
      new ConfigurationError(['server.port: x']),
      2,
      /^Cannot continue:\n {2}- server\.port: x\n.*config explain$/,
    ],
    [
      'a database that is not there yet',
      new ConfigurationError(['PostgreSQL at h cannot be reached: x']),
      75,
      /reached/,
    ],
    [
      'an unreachable database',
      new Failure('store_unavailable', 'The database does not answer.'),
      75,
      /does not answer\.\n.*try again later/,
    ],
    ['a refusing upstream', new Failure('upstream_refused', 'No.'), 1, /^No\.$/],
    ['a failed command', new CommandFailed('The port is taken.'), 1, /^The port is taken\.$/],
    ['Ctrl-C', new Stopped('SIGINT'), 130, /SIGINT/],
    ['SIGTERM', new Stopped('SIGTERM'), 143, /SIGTERM/],
    [
      'a defect',
      new TypeError('x is not a function'),
      1,
      /^Unexpected error: TypeError: x is not .*\n.*--debug/,
    ],
    ['something odd', 'text', 1, /^Unexpected error: text/],
  ]
  for (const [what, thrown, code, message] of exits) {
    it(`gives ${what} the code ${code} and no stack`, () => {
      const exit = toCommandExit(thrown, false)
      assert.equal(exit.code, code)
      assert.match(exit.message, message)
      assert.doesNotMatch(exit.message, /^\s+at /m)
    })
  }

  it('prints the stack and causes with debug', () => {
    const cause = new Error('connect ECONNREFUSED')
    const { message } = toCommandExit(new Failure('store_unavailable', 'Gone.', { cause }), true)
    assert.match(message, /^Gone\. \(connect ECONNREFUSED\)/)
    assert.match(message, /\n +at .*exit\.test\.ts/)
    assert.match(message, /caused by Error: connect ECONNREFUSED/)
  })

  it('prints no password, with or without a stack', () => {
    const thrown = new Failure('store_unavailable', 'postgres://u:canary@h/x is gone', {
      cause: new Error('cannot reach postgres://u:canary@h/x'),
    })
    for (const debug of [true, false]) assert.doesNotMatch(toCommandExit(thrown, debug).message, /canary/)
  })
})
