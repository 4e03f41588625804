/** Grants quota from Redis, for nodes on several machines. */

import { createHash } from 'node:crypto'
import { withTimeout } from '../../core/async/with-timeout.ts'
import type { Clock } from '../../core/clock.ts'
import type { QuotaGrant, QuotaSource } from './quota-counter.ts'

/**
 * `QuotaCounter.take` in Lua. KEYS[1]: the subject. ARGV[1], ARGV[2]: the limits and the request as JSON. ARGV[3]: the time,
 * for tests only; by default it is that of the Redis server, so the clocks of the nodes do not matter.
 */
export const quotaScript = `
local limits, request = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local stored = redis.call('GET', KEYS[1])
local windows = stored and cmsgpack.unpack(stored) or {}
if #windows ~= #limits then windows = {} end
local available, longest, totals = math.huge, 0, {}
for i, limit in ipairs(limits) do
  longest = math.max(longest, limit.lengthMs)
  local old, buckets, total = windows[i] or {}, {}, 0
  local newest = old[#old - 1]
  -- If the clock was set back, start afresh: nobody must be locked out.
  if newest and newest <= now + limit.lengthMs / 100 then
    for j = 1, #old, 2 do
      if old[j] + limit.lengthMs > now then
        buckets[#buckets + 1] = old[j]
        buckets[#buckets + 1] = old[j + 1]
        total = total + old[j + 1]
      end
    end
  end
  local excess = request.unused
  for j = #buckets, 2, -2 do
    local removed = math.min(excess, buckets[j])
    buckets[j] = buckets[j] - removed
    total = total - removed
    excess = excess - removed
  end
  windows[i], totals[i] = buckets, total
  available = math.min(available, limit.quota - total)
end
local prefetch = math.min(request.want, math.floor(available / 4))
local granted = math.max(0, math.min(available, math.max(request.need, prefetch)))
local refusedBy, waitMs, states = -1, 0, {}
for i, limit in ipairs(limits) do
  local buckets, total = windows[i], totals[i] + granted
  local last = #buckets
  if granted > 0 then
    if last > 0 and now - buckets[last - 1] < limit.lengthMs / 100 then
      buckets[last] = buckets[last] + granted
    else
      buckets[last + 1], buckets[last + 2] = now, granted
    end
  end
  local over = total + 1 - limit.quota
  if granted < request.need and over > 0 then
    local wait = limit.lengthMs
    for j = 2, #buckets, 2 do
      over = over - buckets[j]
      if over <= 0 then
        wait = buckets[j - 1] + limit.lengthMs - now
        break
      end
    end
    if wait > waitMs then waitMs, refusedBy = wait, i - 1 end
  end
  local newest = buckets[#buckets - 1]
  states[i] = { remaining = limit.quota - total, resetMs = newest and newest + limit.lengthMs - now or 0 }
end
redis.call('SET', KEYS[1], cmsgpack.pack(windows), 'PX', longest)
return cjson.encode({ granted = granted, refusedBy = refusedBy, waitMs = waitMs, windows = states })
`

interface RedisQuotaOptions {
  readonly url: string
  readonly keyPrefix: string
  readonly clock: Clock
}

const connectMs = 2000

/** Resolves within `connectMs`, connected or not: a server starts without Redis and connects later. */
export async function redisQuota({ url, keyPrefix, clock }: RedisQuotaOptions): Promise<QuotaSource> {
  // Imported on demand: it is large, and most servers run without it.
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (retries: number) => Math.min(1000, 50 * 2 ** Math.min(retries, 5)),
    },
  })
  // Without a listener a lost connection would end the process. Failed calls report it.
  client.on('error', () => {})
  const connecting = client.connect().catch(() => {})
  await withTimeout(clock, connectMs, connecting, () => {})
  const hash = createHash('sha1').update(quotaScript).digest('hex')
  return {
    name: 'Redis',
    timeoutMs: 500,
    async take(subject, limits, request) {
      const call = {
        keys: [keyPrefix + subject],
        arguments: [JSON.stringify(limits), JSON.stringify(request)],
      }
      const reply = await client.evalSha(hash, call).catch((error: unknown) => {
        if (!String(error).includes('NOSCRIPT')) throw error
        return client.eval(quotaScript, call)
      })
      return JSON.parse(String(reply)) as QuotaGrant
    },
    async close() {
      client.destroy()
      await connecting
    },
  }
}
