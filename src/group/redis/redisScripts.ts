// Scripts run as a whole, so nothing happens between what they read and what they write. In all of them:
//   KEYS[1] owners      hash: root of a family -> replica
//   KEYS[2] roots       hash: key of an endpoint that follows another -> root of its family
//   KEYS[3] sizes       hash: root -> bytes of its entries; '' -> of all
//   KEYS[4] chain       hash: 'height', 'time' in milliseconds
//   KEYS[5] header      string
//   KEYS[6] replica     prefix of a string for each replica that is alive: its address
//   KEYS[7] entries     prefix of a stream for each family

/** ARGV: replica, address, milliseconds. A Redis that is full still takes `PEXPIRE`. */
export const RENEW = `
local was = redis.call('PEXPIRE', KEYS[6] .. ARGV[1], ARGV[3])
if was == 0 then redis.call('SET', KEYS[6] .. ARGV[1], ARGV[2], 'PX', ARGV[3]) end
return {was, redis.call('GET', KEYS[5]), redis.call('HGET', KEYS[4], 'height')}
`

/** ARGV: replica, key, '1' if it may take an endpoint to which nothing has happened. */
export const CLAIM = `
if redis.call('EXISTS', KEYS[6] .. ARGV[1]) == 0 then return {'gone'} end
local root = redis.call('HGET', KEYS[2], ARGV[2]) or ARGV[2]
local owner = redis.call('HGET', KEYS[1], root)
if owner and owner ~= ARGV[1] then
  local address = redis.call('GET', KEYS[6] .. owner)
  if address then return {'other', root, address} end
end
if ARGV[3] ~= '1' and redis.call('EXISTS', KEYS[7] .. root) == 0 then return {'none'} end
if owner ~= ARGV[1] then redis.call('HSET', KEYS[1], root, ARGV[1]) end
return {'own', root, redis.call('HGET', KEYS[4], 'height')}
`

const LAST = `
local function last(stream)
  local newest = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)
  return newest[1] and tonumber(string.match(newest[1][1], '^%d+')) or 0
end
`

const NOT_EMPTIED = `
if redis.call('EXISTS', KEYS[5]) == 0 then return redis.error_reply('NOJOURNAL the journal has disappeared') end
`

/** ARGV: replica, root, number of the last entry that must be there, then in turn numbers and entries. */
export const APPEND = `${NOT_EMPTIED}${LAST}
local stream = KEYS[7] .. ARGV[2]
local there = last(stream)
if redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[1] or there < tonumber(ARGV[3]) then return {} end
local bytes = 0
for i = 4, #ARGV, 2 do
  if tonumber(ARGV[i]) > there then
    redis.call('XADD', stream, ARGV[i] .. '-0', 'entry', ARGV[i + 1])
    bytes = bytes + #ARGV[i + 1]
  end
end
return {redis.call('HINCRBY', KEYS[3], ARGV[2], bytes), redis.call('HINCRBY', KEYS[3], '', bytes)}
`

/**
 * ARGV: replica, root, number of the last entry there, a stream with the new ones, how many bytes they have, and how many
 * they are.
 */
export const REWRITE = `${NOT_EMPTIED}${LAST}
local stream = KEYS[7] .. ARGV[2]
if redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[1] or last(stream) ~= tonumber(ARGV[3]) then
  redis.call('DEL', ARGV[4])
  return {}
end
if redis.call('XLEN', ARGV[4]) ~= tonumber(ARGV[6]) then
  redis.call('DEL', ARGV[4])
  return redis.error_reply('REWRITE entries are missing')
end
local bytes = tonumber(ARGV[5])
local all = redis.call('HINCRBY', KEYS[3], '', bytes - tonumber(redis.call('HGET', KEYS[3], ARGV[2]) or 0))
if bytes == 0 then
  redis.call('DEL', stream)
  redis.call('HDEL', KEYS[3], ARGV[2])
else
  redis.call('RENAME', ARGV[4], stream)
  redis.call('PERSIST', stream)
  redis.call('HSET', KEYS[3], ARGV[2], bytes)
end
return {bytes, all}
`

/** ARGV: replica, root of a family without entries. */
export const DISOWN = `
if redis.call('HGET', KEYS[1], ARGV[2]) == ARGV[1] then redis.call('HDEL', KEYS[1], ARGV[2]) end
`

/** ARGV: replica, roots. */
export const OWNED = `${LAST}
local owned = {}
for i = 2, #ARGV do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[1] then
    table.insert(owned, ARGV[i])
    table.insert(owned, last(KEYS[7] .. ARGV[i]))
  end
end
return owned
`

/** ARGV: height before the first time, milliseconds between blocks. Returns also in how many the next one is due. */
export const GROW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local interval = tonumber(ARGV[2])
redis.call('HSETNX', KEYS[4], 'height', ARGV[1])
redis.call('HSETNX', KEYS[4], 'time', now)
local since = now - redis.call('HGET', KEYS[4], 'time')
if since < interval then return {tonumber(redis.call('HGET', KEYS[4], 'height')), interval - since} end
redis.call('HSET', KEYS[4], 'time', now)
return {redis.call('HINCRBY', KEYS[4], 'height', 1), interval}
`

/** ARGV: roots. */
export const SWEEP = `
for i = 1, #ARGV do
  local owner = redis.call('HGET', KEYS[1], ARGV[i])
  if owner and redis.call('EXISTS', KEYS[6] .. owner, KEYS[7] .. ARGV[i]) == 0 then
    redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
`
