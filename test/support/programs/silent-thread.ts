/** A thread whose heart beats once, and which then `works` or `waits` for ever. */

import { workerData } from 'node:worker_threads'
import { startHeartbeat } from '../../../src/core/async/heartbeat.ts'
import { systemClock } from '../../../src/core/clock.ts'

const { memory, behaviour } = workerData as { memory: SharedArrayBuffer; behaviour: 'works' | 'waits' }
startHeartbeat(memory, systemClock)
if (behaviour === 'works') for (;;);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
