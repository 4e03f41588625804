/**
 * Loaded before everything else in each process and thread of a soaked server: wall-clock time passes faster, so that
 * an hour has the syncs of days. Durations and timers are real.
 */

const speed = Number(process.env.SOAK_CLOCK_SPEED)
const startedAt = Number(process.env.SOAK_STARTED_AT)
const systemNow = Date.now

Date.now = () => Math.floor(startedAt + (systemNow() - startedAt) * speed)
