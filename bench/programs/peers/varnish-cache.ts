/** Another baseline: Varnish in front of our server. Arguments: URL, headers as JSON (unused). */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../test/support/free-port.ts'
import { cpuMicrosOf } from '../process-cpu.ts'
import { serveRunner } from '../serve-runner.ts'
import { untilAnswered } from './until-answered.ts'

const { host, pathname, search } = new URL(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'broadsheet-varnish-'))
const port = await freePort()
// Debug output would be written for every request; the jails of root need users that may not exist.
const options = ['-F', '-j', 'none', '-n', folder, '-a', `127.0.0.1:${port}`, '-b', host, '-s', 'malloc,64m']
const varnish = spawn('varnishd', options, { stdio: 'ignore' })
varnish.once('error', () => process.exit(1))
varnish.once('exit', () => process.exit(1))
await untilAnswered(`http://127.0.0.1:${port}${pathname}${search}`)

serveRunner(
  { origin: `http://127.0.0.1:${port}` },
  () => ({ micros: cpuMicrosOf(varnish.pid) }),
  async () => {
    varnish.removeAllListeners('exit')
    const ended = once(varnish, 'exit')
    varnish.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  },
)
