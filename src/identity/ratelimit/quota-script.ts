/** The limiter's arithmetic as one call to Redis: the same sliding windows, with a grant of several requests at once. */

/**
 * KEYS[1]: the subject. ARGV and the answer: as in `LeaseSource.ask`. Time is the Redis server's, so nodes need not agree on it.
 *
 * Beyond those that wait, at most a quarter of what is left is granted, so that little lies idle on one node while another
 * has to refuse.
 */
export const quotaScript = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local need, want, unused = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = redis.call('GET', KEYS[1])
local state = stored and cmsgpack.unpack(stored) or {}
local count = (#ARGV - 3) / 2
local room, longest = math.huge, 0
for i = 1, count do
  local length, quota = tonumber(ARGV[2 + 2 * i]), tonumber(ARGV[3 + 2 * i])
  longest = math.max(longest, length)
  local runs, total = {}, 0
  local old = state[i] or {}
  for j = 1, #old, 2 do
    if old[j] + length > now and old[j] <= now + length then
      runs[#runs + 1] = old[j]
      runs[#runs + 1] = old[j + 1]
      total = total + old[j + 1]
    end
  end
  local back = unused
  for j = #runs, 2, -2 do
    local taken = math.min(back, runs[j])
    runs[j] = runs[j] - taken
    total = total - taken
    back = back - taken
  end
  state[i] = runs
  room = math.min(room, quota - total)
end
local grant = math.max(0, math.min(room, math.max(need, math.min(want, math.floor(room / 4)))))
local reply = { grant, 0, 0 }
for i = 1, count do
  local length, quota = tonumber(ARGV[2 + 2 * i]), tonumber(ARGV[3 + 2 * i])
  local runs, total = state[i], 0
  if grant > 0 then
    local last = #runs
    if last > 0 and now - runs[last - 1] < length / 100 then
      runs[last] = runs[last] + grant
    else
      runs[last + 1] = now
      runs[last + 2] = grant
    end
  end
  for j = 2, #runs, 2 do total = total + runs[j] end
  if grant < need then
    local over, wait = total + 1 - quota, 0
    for j = 2, #runs, 2 do
      if over <= 0 then break end
      over = over - runs[j]
      wait = runs[j - 1] + length - now
    end
    if wait > reply[2] then
      reply[2] = wait
      reply[3] = i
    end
  end
  reply[#reply + 1] = quota - total
  reply[#reply + 1] = #runs == 0 and 0 or runs[#runs - 1] + length - now
end
redis.call('SET', KEYS[1], cmsgpack.pack(state), 'PX', longest)
return reply
`
