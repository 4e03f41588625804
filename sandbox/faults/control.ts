/** The control host: sets and lists faults over HTTP. */

import { json, route, type SandboxHost, type SandboxRequest } from '../host.ts'
import { type Fault, InvalidFault } from './fault.ts'
import type { Faults } from './faults.ts'

export const controlHostName = 'control.sandbox'

/** The sandbox listens on loopback only, and pages of other sites cannot send PUT or DELETE. */
export function controlHost(faults: Faults): SandboxHost {
  const list = () => json({ faults: faults.list() })
  return {
    host: controlHostName,
    routes: [
      route('GET /faults', list),
      route('PUT /faults', (request) => {
        try {
          faults.replace(toFaults(request))
        } catch (error) {
          if (!(error instanceof InvalidFault)) throw error
          return json({ problems: error.problems }, { status: 400 })
        }
        return list()
      }),
      route('DELETE /faults', () => {
        faults.clear()
        return { status: 204 }
      }),
    ],
  }
}

/** Each fault is validated when it is set. */
function toFaults({ body }: SandboxRequest): readonly Fault[] {
  const value = parseJson(body)
  if (typeof value === 'object' && value !== null && 'faults' in value && Array.isArray(value.faults)) {
    return value.faults
  }
  throw new InvalidFault(['the body must be JSON: {"faults": [{"host": "…", "kind": "…"}]}'])
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
