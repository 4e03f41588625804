/** Another baseline: nginx with its proxy cache in front of our server. Arguments: URL, headers as JSON (unused). */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../test/support/free-port.ts'
import { cpuMicrosOf } from '../process-cpu.ts'
import { serveRunner } from '../serve-runner.ts'
import { untilAnswered } from './until-answered.ts'

const { origin } = new URL(process.argv[2] ?? '')
const folder = mkdtempSync(join(tmpdir(), 'broadsheet-nginx-'))
const port = await freePort()
const file = join(folder, 'nginx.conf')
writeFileSync(
  file,
  `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  proxy_cache_path ${folder}/cache keys_zone=answers:10m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${origin}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_cache answers; proxy_cache_lock on; proxy_cache_background_update on;
    }
  }
}
`,
)
const nginx = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
nginx.once('error', () => process.exit(1))
await untilAnswered(`http://127.0.0.1:${port}${new URL(process.argv[2] ?? '').pathname}`)

serveRunner(
  { origin: `http://127.0.0.1:${port}` },
  () => ({ micros: cpuMicrosOf(nginx.pid) }),
  async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  },
)
