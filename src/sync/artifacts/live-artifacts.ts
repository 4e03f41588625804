/** Saves the responses to live requests before anything parses them, and keeps only the newest per member. */

import { Failure } from '../../core/errors.ts'
import { parseResponses } from '../publish/parse-responses.ts'
import type { LiveCapture, SavedResponses, UpstreamResponse } from '../source.ts'
import { type ArtifactDeps, markImported, saveArtifact } from './artifact-rows.ts'
import { liveRunId } from './artifact-store.ts'
import { pruneArtifacts } from './prune-artifacts.ts'

/** Live artifacts stored per member. */
export const liveArtifactsMax = 20
/** A request for part of a member has short responses. */
const responsesMax = 50
const charactersMax = 16 * 1024 ** 2

/** Throws `store_unavailable` when they cannot be saved, `upstream_changed` when they cannot be parsed. */
export async function saveLiveResponses(
  deps: ArtifactDeps,
  { source, member, responses, capturedAt, signal }: LiveCapture,
): Promise<SavedResponses> {
  const { store, clock } = deps
  const head = {
    service: source.service,
    sourceId: source.id,
    memberId: member.id,
    runId: liveRunId(),
    capturedAt,
    type: 'live',
  } as const
  const collected: UpstreamResponse[] = []
  const { id } = await saveArtifact(deps, head, collectInto(responses, collected), signal)
  // Pruning is tried again after the next request.
  await pruneArtifacts(deps, head, liveArtifactsMax).catch(() => {})
  return {
    responses: await parseResponses(source, collected),
    markPublished: () => markImported(store, id, clock.now()),
  }
}

async function* collectInto(
  responses: AsyncIterable<UpstreamResponse>,
  collected: UpstreamResponse[],
): AsyncGenerator<UpstreamResponse> {
  let characters = 0
  for await (const response of responses) {
    characters += response.body.length
    if (collected.length === responsesMax || characters > charactersMax)
      throw new Failure('upstream_changed', 'The source returned too much data for one live request.')
    collected.push(response)
    yield response
  }
}
