/** The API request behind a view of the desk, and the command that shows the same. */

interface ViewRequest {
  /** The operation in the client. */
  readonly call: string
  /** The path of the operation, if it has parameters in braces. */
  readonly path?: string
  /** Absent where no command shows the same. */
  readonly command?: string
}

/** Undefined for a view that starts with no request. */
export function viewRequest(view: string, state: URLSearchParams): ViewRequest | undefined {
  const has = (...names: readonly string[]) => names.some((name) => state.get(name))
  /** A word that a shell takes as it is. */
  const word = (name: string, before = '') => {
    const value = state.get(name)
    if (!value) return ''
    return /^[\w.-]+$/.test(value) ? ` ${before}${value}` : undefined
  }
  const members = () => {
    const [source, memberState] = [word('source_id'), word('state', '--state ')]
    if (source === undefined || memberState === undefined || has('q', 'service')) return {}
    return { command: `broadsheet members list${source}${memberState}` }
  }
  const requests: Record<string, () => ViewRequest> = {
    overview: () => ({ call: 'operator.getOverview' }),
    alarms: () => ({ call: 'operator.listAlarms', command: 'broadsheet alarms list' }),
    members: () => ({ call: 'operator.listMembers', ...members() }),
    sources: () => ({ call: 'operator.listSources', command: 'broadsheet sources list' }),
    runs: () => ({ call: 'operator.listRuns' }),
    run: () => ({ call: 'operator.getRun', path: '/v1/runs/{run_id}' }),
    artifacts: () => ({ call: 'operator.listArtifacts' }),
    held: () => ({ call: 'operator.listMembers' }),
    proposals: () => ({
      call: 'operator.listProposals',
      ...(has('source_id', 'status') ? {} : { command: 'broadsheet members proposals' }),
    }),
    plan: () => ({ call: 'operator.getPlan', command: 'broadsheet plan' }),
    limits: () => ({
      call: 'operator.listLimitRequests',
      ...(has('status') ? {} : { command: 'broadsheet limits list --status pending' }),
    }),
  }
  return requests[view]?.()
}
