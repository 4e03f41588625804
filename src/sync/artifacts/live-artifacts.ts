/** Keeps what a source answers between two runs: saved before anything reads it, and no more than the newest per member. */

import { Readable } from 'node:stream'
import { Failure } from '../../core/errors.ts'
import { parseAnswers } from '../publish/parse-responses.ts'
import type { Answer, AnySource, Member, ParsedAnswer } from '../source.ts'
import type { SyncParts } from '../sync-deps.ts'
import { markImported, pruneArtifacts, recordArtifact } from './artifact-rows.ts'
import { liveRunId } from './artifact-store.ts'

export interface LiveQuestion {
  readonly source: Pick<AnySource, 'id' | 'service' | 'raw' | 'condense'>
  readonly member: Member
  readonly answers: AsyncIterable<Answer>
  readonly capturedAt: number
  readonly signal: AbortSignal
}

export interface KeptAnswers {
  readonly answers: readonly ParsedAnswer[]
  /** To be called when what they say is in the read model. */
  published(): Promise<void>
}

/** Artifacts of this kind kept per member. */
export const liveKeptMax = 20
/** A question about a part has a short answer. */
const answersMax = 50
const charactersMax = 16 * 1024 ** 2

/** Throws `store_unavailable` when they cannot be saved, `upstream_changed` when they cannot be read. */
export async function keepLive(
  parts: Pick<SyncParts, 'store' | 'artifacts' | 'clock'>,
  { source, member, answers, capturedAt, signal }: LiveQuestion,
): Promise<KeptAnswers> {
  const { store, artifacts, clock } = parts
  const head = {
    service: source.service,
    sourceId: source.id,
    memberId: member.id,
    runId: liveRunId(),
    capturedAt,
    type: 'live',
  } as const
  const seen: Answer[] = []
  const saved = await artifacts.save(head, remembered(answers, seen), signal)
  const { id } = await recordArtifact(store, head, saved)
  // Tidying up is tried again after the next question.
  await pruneArtifacts(store, artifacts, head, liveKeptMax).catch(() => {})
  return {
    answers: await parseAnswers(source, Readable.from(seen)),
    published: () => markImported(store, id, clock.now()),
  }
}

async function* remembered(answers: AsyncIterable<Answer>, seen: Answer[]): AsyncGenerator<Answer> {
  let characters = 0
  for await (const answer of answers) {
    characters += answer.body.length
    if (seen.length === answersMax || characters > charactersMax)
      throw new Failure('upstream_changed', 'The source does not come to an end.')
    seen.push(answer)
    yield answer
  }
}
